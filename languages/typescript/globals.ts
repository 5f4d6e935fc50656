/**
 * Names that programs have without declaring or importing them. Source: declarations of `lib.es*.d.ts`, `lib.dom.d.ts` and
 * `lib.webworker.d.ts` of TypeScript 5.9, the globals of Node, Deno and Bun, and those of the common test runners.
 */
export const GLOBALS: ReadonlySet<string> = new Set(
  (
    "$localize AbortController AbortSignal AbstractRange ActiveXObject AggregateError AnalyserNode Animation AnimationEffect " +
    "AnimationEvent AnimationPlaybackEvent AnimationTimeline Array ArrayBuffer AsyncDisposableStack Atomics Attr Audio AudioBuffer " +
    "AudioBufferSourceNode AudioContext AudioData AudioDecoder AudioDestinationNode AudioEncoder AudioListener AudioNode AudioParam " +
    "AudioParamMap AudioProcessingEvent AudioScheduledSourceNode AudioWorklet AudioWorkletNode AudioWorkletProcessor " +
    "AuthenticatorAssertionResponse AuthenticatorAttestationResponse AuthenticatorResponse BarProp BarcodeDetector BaseAudioContext " +
    "BeforeUnloadEvent BigInt BigInt64Array BigUint64Array BiquadFilterNode Blob BlobEvent Boolean BroadcastChannel Buffer Bun " +
    "ByteLengthQueuingStrategy CDATASection CSPViolationReportBody CSS CSSAnimation CSSConditionRule CSSContainerRule " +
    "CSSCounterStyleRule CSSFontFaceRule CSSFontFeatureValuesRule CSSFontPaletteValuesRule CSSGroupingRule CSSImageValue " +
    "CSSImportRule CSSKeyframeRule CSSKeyframesRule CSSKeywordValue CSSLayerBlockRule CSSLayerStatementRule CSSMathClamp " +
    "CSSMathInvert CSSMathMax CSSMathMin CSSMathNegate CSSMathProduct CSSMathSum CSSMathValue CSSMatrixComponent CSSMediaRule " +
    "CSSNamespaceRule CSSNestedDeclarations CSSNumericArray CSSNumericValue CSSPageRule CSSPerspective CSSPropertyRule CSSRotate " +
    "CSSRule CSSRuleList CSSScale CSSScopeRule CSSSkew CSSSkewX CSSSkewY CSSStartingStyleRule CSSStyleDeclaration CSSStyleRule " +
    "CSSStyleSheet CSSStyleValue CSSSupportsRule CSSTransformComponent CSSTransformValue CSSTransition CSSTranslate CSSUnitValue " +
    "CSSUnparsedValue CSSVariableReferenceValue CSSViewTransitionRule Cache CacheStorage CanvasCaptureMediaStreamTrack CanvasGradient " +
    "CanvasPattern CanvasRenderingContext2D CaretPosition ChannelMergerNode ChannelSplitterNode CharacterData Client Clients " +
    "Clipboard ClipboardEvent ClipboardItem CloseEvent Comment CompositionEvent CompressionStream ConstantSourceNode " +
    "ContentVisibilityAutoStateChangeEvent ConvolverNode CookieChangeEvent CookieStore CookieStoreManager CountQueuingStrategy " +
    "Credential CredentialsContainer Crypto CryptoKey CustomElementRegistry CustomEvent CustomStateSet Cypress DOMException " +
    "DOMImplementation DOMMatrix DOMMatrixReadOnly DOMParser DOMPoint DOMPointReadOnly DOMQuad DOMRect DOMRectList DOMRectReadOnly " +
    "DOMStringList DOMStringMap DOMTokenList DataTransfer DataTransferItem DataTransferItemList DataView Date DecompressionStream " +
    "DedicatedWorkerGlobalScope DelayNode Deno DeviceMotionEvent DeviceOrientationEvent DisposableStack Document DocumentFragment " +
    "DocumentTimeline DocumentType DragEvent DynamicsCompressorNode Element ElementInternals EncodedAudioChunk EncodedVideoChunk " +
    "Error ErrorEvent EvalError Event EventCounts EventSource EventTarget ExtendableCookieChangeEvent ExtendableEvent " +
    "ExtendableMessageEvent External EyeDropper FetchEvent File FileList FileReader FileReaderSync FileSystem " +
    "FileSystemDirectoryEntry FileSystemDirectoryHandle FileSystemDirectoryReader FileSystemEntry FileSystemFileEntry " +
    "FileSystemFileHandle FileSystemHandle FileSystemObserver FileSystemSyncAccessHandle FileSystemWritableFileStream " +
    "FinalizationRegistry Float16Array Float32Array Float64Array FocusEvent FontFace FontFaceSet FontFaceSetLoadEvent FormData " +
    "FormDataEvent FragmentDirective Function GPUBufferUsage GPUColorWrite GPUMapMode GPUShaderStage GPUTextureUsage GainNode Gamepad " +
    "GamepadButton GamepadEvent GamepadHapticActuator Geolocation GeolocationCoordinates GeolocationPosition GeolocationPositionError " +
    "HTMLAllCollection HTMLAnchorElement HTMLAreaElement HTMLAudioElement HTMLBRElement HTMLBaseElement HTMLBodyElement " +
    "HTMLButtonElement HTMLCanvasElement HTMLCollection HTMLDListElement HTMLDataElement HTMLDataListElement HTMLDetailsElement " +
    "HTMLDialogElement HTMLDirectoryElement HTMLDivElement HTMLDocument HTMLElement HTMLEmbedElement HTMLFieldSetElement " +
    "HTMLFontElement HTMLFormControlsCollection HTMLFormElement HTMLFrameElement HTMLFrameSetElement HTMLHRElement HTMLHeadElement " +
    "HTMLHeadingElement HTMLHtmlElement HTMLIFrameElement HTMLImageElement HTMLInputElement HTMLLIElement HTMLLabelElement " +
    "HTMLLegendElement HTMLLinkElement HTMLMapElement HTMLMarqueeElement HTMLMediaElement HTMLMenuElement HTMLMetaElement " +
    "HTMLMeterElement HTMLModElement HTMLOListElement HTMLObjectElement HTMLOptGroupElement HTMLOptionElement HTMLOptionsCollection " +
    "HTMLOutputElement HTMLParagraphElement HTMLParamElement HTMLPictureElement HTMLPreElement HTMLProgressElement HTMLQuoteElement " +
    "HTMLScriptElement HTMLSelectElement HTMLSlotElement HTMLSourceElement HTMLSpanElement HTMLStyleElement HTMLTableCaptionElement " +
    "HTMLTableCellElement HTMLTableColElement HTMLTableElement HTMLTableRowElement HTMLTableSectionElement HTMLTemplateElement " +
    "HTMLTextAreaElement HTMLTimeElement HTMLTitleElement HTMLTrackElement HTMLUListElement HTMLUnknownElement HTMLVideoElement " +
    "HashChangeEvent Headers Highlight HighlightRegistry History IDBCursor IDBCursorWithValue IDBDatabase IDBFactory IDBIndex " +
    "IDBKeyRange IDBObjectStore IDBOpenDBRequest IDBRequest IDBTransaction IDBVersionChangeEvent IIRFilterNode IdleDeadline " +
    "IdleDetector Image ImageBitmap ImageBitmapRenderingContext ImageCapture ImageData ImageDecoder ImageTrack ImageTrackList " +
    "Infinity InputDeviceInfo InputEvent Int16Array Int32Array Int8Array IntersectionObserver IntersectionObserverEntry Intl Iterator " +
    "JSON KeyboardEvent KeyframeEffect LargestContentfulPaint Location Lock LockManager MIDIAccess MIDIConnectionEvent MIDIInput " +
    "MIDIInputMap MIDIMessageEvent MIDIOutput MIDIOutputMap MIDIPort Map Math MathMLElement MediaCapabilities MediaDeviceInfo " +
    "MediaDevices MediaElementAudioSourceNode MediaEncryptedEvent MediaError MediaKeyMessageEvent MediaKeySession MediaKeyStatusMap " +
    "MediaKeySystemAccess MediaKeys MediaList MediaMetadata MediaQueryList MediaQueryListEvent MediaRecorder MediaSession MediaSource " +
    "MediaSourceHandle MediaStream MediaStreamAudioDestinationNode MediaStreamAudioSourceNode MediaStreamTrack MediaStreamTrackEvent " +
    "MediaStreamTrackProcessor MessageChannel MessageEvent MessagePort MimeType MimeTypeArray MouseEvent MutationObserver " +
    "MutationRecord NaN NamedNodeMap NavigationActivation NavigationHistoryEntry NavigationPreloadManager Navigator NavigatorLogin " +
    "Node NodeFilter NodeIterator NodeList Notification NotificationEvent Number Object OfflineAudioCompletionEvent " +
    "OfflineAudioContext OffscreenCanvas OffscreenCanvasRenderingContext2D Option OscillatorNode OverconstrainedError PageRevealEvent " +
    "PageSwapEvent PageTransitionEvent PannerNode Path2D PaymentAddress PaymentMethodChangeEvent PaymentRequest " +
    "PaymentRequestUpdateEvent PaymentResponse Performance PerformanceEntry PerformanceEventTiming PerformanceMark PerformanceMeasure " +
    "PerformanceNavigation PerformanceNavigationTiming PerformanceObserver PerformanceObserverEntryList PerformancePaintTiming " +
    "PerformanceResourceTiming PerformanceServerTiming PerformanceTiming PeriodicWave PermissionStatus Permissions " +
    "PictureInPictureEvent PictureInPictureWindow Plugin PluginArray PointerEvent PopStateEvent ProcessingInstruction ProgressEvent " +
    "Promise PromiseRejectionEvent Proxy PublicKeyCredential PushEvent PushManager PushMessageData PushSubscription " +
    "PushSubscriptionChangeEvent PushSubscriptionOptions QUnit RTCCertificate RTCDTMFSender RTCDTMFToneChangeEvent RTCDataChannel " +
    "RTCDataChannelEvent RTCDtlsTransport RTCEncodedAudioFrame RTCEncodedVideoFrame RTCError RTCErrorEvent RTCIceCandidate " +
    "RTCIceTransport RTCPeerConnection RTCPeerConnectionIceErrorEvent RTCPeerConnectionIceEvent RTCRtpReceiver RTCRtpScriptTransform " +
    "RTCRtpScriptTransformer RTCRtpSender RTCRtpTransceiver RTCSctpTransport RTCSessionDescription RTCStatsReport RTCTrackEvent " +
    "RTCTransformEvent RadioNodeList Range RangeError ReadableByteStreamController ReadableStream ReadableStreamBYOBReader " +
    "ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader ReferenceError Reflect RegExp " +
    "RemotePlayback Report ReportBody ReportingObserver Request ResizeObserver ResizeObserverEntry ResizeObserverSize Response " +
    "SVGAElement SVGAngle SVGAnimateElement SVGAnimateMotionElement SVGAnimateTransformElement SVGAnimatedAngle SVGAnimatedBoolean " +
    "SVGAnimatedEnumeration SVGAnimatedInteger SVGAnimatedLength SVGAnimatedLengthList SVGAnimatedNumber SVGAnimatedNumberList " +
    "SVGAnimatedPreserveAspectRatio SVGAnimatedRect SVGAnimatedString SVGAnimatedTransformList SVGAnimationElement SVGCircleElement " +
    "SVGClipPathElement SVGComponentTransferFunctionElement SVGDefsElement SVGDescElement SVGElement SVGEllipseElement " +
    "SVGFEBlendElement SVGFEColorMatrixElement SVGFEComponentTransferElement SVGFECompositeElement SVGFEConvolveMatrixElement " +
    "SVGFEDiffuseLightingElement SVGFEDisplacementMapElement SVGFEDistantLightElement SVGFEDropShadowElement SVGFEFloodElement " +
    "SVGFEFuncAElement SVGFEFuncBElement SVGFEFuncGElement SVGFEFuncRElement SVGFEGaussianBlurElement SVGFEImageElement " +
    "SVGFEMergeElement SVGFEMergeNodeElement SVGFEMorphologyElement SVGFEOffsetElement SVGFEPointLightElement " +
    "SVGFESpecularLightingElement SVGFESpotLightElement SVGFETileElement SVGFETurbulenceElement SVGFilterElement " +
    "SVGForeignObjectElement SVGGElement SVGGeometryElement SVGGradientElement SVGGraphicsElement SVGImageElement SVGLength " +
    "SVGLengthList SVGLineElement SVGLinearGradientElement SVGMPathElement SVGMarkerElement SVGMaskElement SVGMatrix " +
    "SVGMetadataElement SVGNumber SVGNumberList SVGPathElement SVGPatternElement SVGPoint SVGPointList SVGPolygonElement " +
    "SVGPolylineElement SVGPreserveAspectRatio SVGRadialGradientElement SVGRect SVGRectElement SVGSVGElement SVGScriptElement " +
    "SVGSetElement SVGStopElement SVGStringList SVGStyleElement SVGSwitchElement SVGSymbolElement SVGTSpanElement " +
    "SVGTextContentElement SVGTextElement SVGTextPathElement SVGTextPositioningElement SVGTitleElement SVGTransform SVGTransformList " +
    "SVGUnitTypes SVGUseElement SVGViewElement Screen ScreenOrientation ScriptProcessorNode SecurityPolicyViolationEvent Selection " +
    "ServiceWorker ServiceWorkerContainer ServiceWorkerGlobalScope ServiceWorkerRegistration Set ShadowRoot SharedArrayBuffer " +
    "SharedWorker SharedWorkerGlobalScope SourceBuffer SourceBufferList SpeechRecognition SpeechRecognitionAlternative " +
    "SpeechRecognitionResult SpeechRecognitionResultList SpeechSynthesis SpeechSynthesisErrorEvent SpeechSynthesisEvent " +
    "SpeechSynthesisUtterance SpeechSynthesisVoice StaticRange StereoPannerNode Storage StorageEvent StorageManager String " +
    "StylePropertyMap StylePropertyMapReadOnly StyleSheet StyleSheetList SubmitEvent SubtleCrypto SuppressedError Symbol SyntaxError " +
    "Temporal Text TextDecoder TextDecoderStream TextEncoder TextEncoderStream TextEvent TextMetrics TextTrack TextTrackCue " +
    "TextTrackCueList TextTrackList TimeRanges ToggleEvent Touch TouchEvent TouchList TrackEvent TransformStream " +
    "TransformStreamDefaultController TransitionEvent TreeWalker TypeError UIEvent URIError URL URLPattern URLSearchParams " +
    "Uint16Array Uint32Array Uint8Array Uint8ClampedArray UserActivation VTTCue VTTRegion ValidityState VideoColorSpace VideoDecoder " +
    "VideoEncoder VideoFrame VideoPlaybackQuality ViewTransition ViewTransitionTypeSet VisualViewport WakeLock WakeLockSentinel " +
    "WaveShaperNode WeakMap WeakRef WeakSet WebAssembly WebGL2RenderingContext WebGLActiveInfo WebGLBuffer WebGLContextEvent " +
    "WebGLFramebuffer WebGLProgram WebGLQuery WebGLRenderbuffer WebGLRenderingContext WebGLSampler WebGLShader " +
    "WebGLShaderPrecisionFormat WebGLSync WebGLTexture WebGLTransformFeedback WebGLUniformLocation WebGLVertexArrayObject " +
    "WebKitCSSMatrix WebSocket WebTransport WebTransportBidirectionalStream WebTransportDatagramDuplexStream WebTransportError " +
    "WheelEvent Window WindowClient Worker WorkerGlobalScope WorkerLocation WorkerNavigator Worklet WritableStream " +
    "WritableStreamDefaultController WritableStreamDefaultWriter XDomainRequest XMLDocument XMLHttpRequest XMLHttpRequestEventTarget " +
    "XMLHttpRequestUpload XMLSerializer XPathEvaluator XPathExpression XPathResult XSLTProcessor __dirname __filename " +
    "addEventListener after afterAll afterEach alert assertType atob before beforeAll beforeEach blur btoa caches " +
    "cancelAnimationFrame cancelIdleCallback captureEvents clearImmediate clearInterval clearTimeout clientInformation close closed " +
    "confirm console context cookieStore createImageBitmap crossOriginIsolated crypto customElements cy decodeURI decodeURIComponent " +
    "define describe devicePixelRatio dispatchEvent document encodeURI encodeURIComponent escape eval event expect expectAsync " +
    "expectTypeOf exports external fail fdescribe fetch fit focus fonts frameElement frames gc getComputedStyle getSelection global " +
    "globalThis history importScripts indexedDB innerHeight innerWidth isFinite isNaN isSecureContext it jasmine jest length " +
    "localStorage location locationbar matchMedia menubar module moveBy moveTo name navigator onTestFailed onTestFinished onabort " +
    "onafterprint onanimationcancel onanimationend onanimationiteration onanimationstart onauxclick onbeforeinput onbeforematch " +
    "onbeforeprint onbeforetoggle onbeforeunload onblur oncancel oncanplay oncanplaythrough onchange onclick onclose oncontextlost " +
    "oncontextmenu oncontextrestored oncopy oncuechange oncut ondblclick ondevicemotion ondeviceorientation " +
    "ondeviceorientationabsolute ondrag ondragend ondragenter ondragleave ondragover ondragstart ondrop ondurationchange onemptied " +
    "onended onerror onfocus onformdata ongamepadconnected ongamepaddisconnected ongotpointercapture onhashchange oninput oninvalid " +
    "onkeydown onkeypress onkeyup onlanguagechange onload onloadeddata onloadedmetadata onloadstart onlostpointercapture onmessage " +
    "onmessageerror onmousedown onmouseenter onmouseleave onmousemove onmouseout onmouseover onmouseup onoffline ononline " +
    "onorientationchange onpagehide onpagereveal onpageshow onpageswap onpaste onpause onplay onplaying onpointercancel onpointerdown " +
    "onpointerenter onpointerleave onpointermove onpointerout onpointerover onpointerrawupdate onpointerup onpopstate onprogress " +
    "onratechange onrejectionhandled onreset onresize onrtctransform onscroll onscrollend onsecuritypolicyviolation onseeked " +
    "onseeking onselect onselectionchange onselectstart onslotchange onstalled onstorage onsubmit onsuspend ontimeupdate ontoggle " +
    "ontouchcancel ontouchend ontouchmove ontouchstart ontransitioncancel ontransitionend ontransitionrun ontransitionstart " +
    "onunhandledrejection onunload onvolumechange onwaiting onwebkitanimationend onwebkitanimationiteration onwebkitanimationstart " +
    "onwebkittransitionend onwheel open opener orientation origin originAgentCluster outerHeight outerWidth pageXOffset pageYOffset " +
    "parent parseFloat parseInt pending performance personalbar postMessage print process prompt queueMicrotask registerProcessor " +
    "releaseEvents removeEventListener reportError requestAnimationFrame requestIdleCallback require resizeBy resizeTo screen " +
    "screenLeft screenTop screenX screenY scroll scrollBy scrollTo scrollX scrollY scrollbars self sessionStorage setImmediate " +
    "setInterval setTimeout setup showDirectoryPicker showOpenFilePicker showSaveFilePicker skipWaiting specify speechSynthesis spyOn " +
    "spyOnProperty status statusbar stop structuredClone suite teardown test toString toolbar top undefined unescape vi " +
    "visualViewport webkitAudioContext webkitSpeechRecognition webkitURL window xdescribe xit xtest"
  ).split(" "),
);

/** Those of `GLOBALS` that only test runners define: a script that declares one runs its tests otherwise. */
export const RUNNER_GLOBALS: ReadonlySet<string> = new Set(
  (
    "Cypress QUnit after afterAll afterEach assertType before beforeAll beforeEach context cy describe expect expectAsync expectTypeOf fail " +
    "fdescribe fit it jasmine jest onTestFailed onTestFinished pending setup specify spyOn spyOnProperty suite teardown test vi xdescribe xit xtest"
  ).split(" "),
);

/** Full names of Node's modules that mostly contain functions. See `GlobalRules.platformModules`. */
export const PLATFORM_MODULES =
  /^(?:node:)?(?:async_hooks|child_process|cluster|crypto|dgram|dns|fs|https?|http2|inspector|module|net|os|path|perf_hooks|querystring|readline|stream|timers|tls|tty|url|util|v8|vm|worker_threads|zlib)(?:\/promises)?(?:\.(?:default|promises))*$/;
