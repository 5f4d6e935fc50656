(call_expression) @own.call
(type_conversion_expression) @own.conversion
(composite_literal type: (_) @type) @own.composite
