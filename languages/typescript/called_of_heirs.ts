/**
 * What well-known external classes call on an object of a class that extends them: their own methods, and those that they look up on it.
 *
 * Data. Invariant: a class is listed here only if it calls nothing else on such an object, whatever names it is passed.
 */
const EMITTER = new Set(
  ("on addListener once prependListener prependOnceListener off removeListener removeAllListeners emit listeners rawListeners listenerCount eventNames " +
    "setMaxListeners getMaxListeners").split(" "),
);
const COMPONENT = new Set(
  ("render setState forceUpdate componentDidMount componentDidUpdate componentWillUnmount shouldComponentUpdate getSnapshotBeforeUpdate " +
    "componentDidCatch getDerivedStateFromProps getDerivedStateFromError getChildContext componentWillMount componentWillReceiveProps componentWillUpdate " +
    "UNSAFE_componentWillMount UNSAFE_componentWillReceiveProps UNSAFE_componentWillUpdate").split(" "),
);

/** Full names of classes -> the methods. */
export const calledOfHeirs: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...["events", "node:events", "eventemitter3"].flatMap((module) =>
    [module, `${module}.EventEmitter`, `${module}.default`].map((name) => [name, EMITTER] as const)
  ),
  ...["Component", "PureComponent"].flatMap((name) => [`react.${name}`, `react.default.${name}`].map((one) => [one, COMPONENT] as const)),
]);
