import { oddTexts } from '../../world/oddTexts';
import type { ErrorKind, ErrorKinds } from '../errorKind';
import { type JsFrame, own, thrown } from '../js';
import { bundleFrames } from './bundleFrames';
import { reactNativeFrames as frames } from './frames';

const renderer = 'node_modules/react-native/Libraries/Renderer/implementations/ReactFabric-prod.js';
const render: readonly JsFrame[] = [
	`at renderWithHooks (${renderer}:3062:24)`,
	`at beginWork (${renderer}:5012:16)`,
	`at performUnitOfWork (${renderer}:7998:22)`,
	`at workLoopSync (${renderer}:7900:41)`,
	`at renderRootSync (${renderer}:7880:11)`,
	`at performWorkOnRoot (${renderer}:7466:35)`,
	`at performWorkOnRootViaSchedulerTask (${renderer}:1732:22)`,
];
const hermes: readonly JsFrame[] = [
	'at next (native)',
	'at asyncGeneratorStep (address at InternalBytecode.js:1:1173)',
	'at _next (address at InternalBytecode.js:1:1435)',
	'at tryCallOne (address at InternalBytecode.js:1:1180)',
	'at anonymous (address at InternalBytecode.js:1:1874)',
];
const press: readonly JsFrame[] = [
	'at _performTransitionSideEffects (node_modules/react-native/Libraries/Pressability/Pressability.js:890:22)',
	'at _receiveSignal (node_modules/react-native/Libraries/Pressability/Pressability.js:818:39)',
	'at onResponderRelease (node_modules/react-native/Libraries/Pressability/Pressability.js:539:26)',
];

function inBundle({ symbol, column }: { readonly symbol: string; readonly column: number }): JsFrame {
	return `at ${symbol} (index.android.bundle:1:${column})`;
}

/** As JavaScriptCore prints a stack: no head line, no indentation, an at sign. */
const jscKind: ErrorKind = {
	name: "TypeError: undefined is not an object (evaluating 'e.platform.name')",
	text: () =>
		[
			"TypeError: undefined is not an object (evaluating 'e.platform.name')",
			'J@main.jsbundle:12:233',
			'D@main.jsbundle:12:180',
			'renderWithHooks@main.jsbundle:401:2291',
			'forEach@[native code]',
			'performWorkOnRoot@main.jsbundle:402:18022',
			'global code@main.jsbundle:610:7',
			'[native code]',
		].join('\n'),
	os: 'ios',
};

/** Timetable, on both systems. */
export const reactNativeKinds: ErrorKinds = [
	thrown('TypeError', () => "Cannot read property 'name' of undefined", [
		own(frames.platform),
		own(frames.rowPlatform),
		...render,
	]),
	thrown('TimetableError', (draws) => `Timetable request failed with status ${draws.pick([404, 429, 500, 502, 503])}`, [
		own(frames.refused),
		...hermes,
	]),
	thrown('SyntaxError', (draws) => `JSON Parse error: Unexpected token: ${draws.pick(['<', '<', 'u', '…'])}`, [
		'at parse (native)',
		own(frames.parseAnswer),
		...hermes,
	]),
	thrown(
		'TypeError',
		() => "Cannot read property 'name' of undefined",
		[inBundle(bundleFrames.platform), inBundle(bundleFrames.rowPlatform)],
		{ os: 'android', since: '5.2.0' },
	),
	thrown(
		'RangeError',
		() => 'Date value out of bounds',
		['at toISOString (native)', own(frames.time), own(frames.rowTime), ...render],
		{ spikes: true },
	),
	jscKind,
	thrown('TypeError', () => "Cannot read property 'trim' of undefined", [own(frames.trimStop), ...hermes], {
		since: '5.1.0',
	}),
	thrown(
		'TypeError',
		() => "Cannot read property 'normalize' of undefined",
		[
			inBundle(bundleFrames.normalize),
			'at map (native)',
			inBundle(bundleFrames.mapList),
			'at async v (index.android.bundle:1:1923)',
		],
		{ os: 'android', since: '5.2.0' },
	),
	thrown('TypeError', () => 'favourites: expected a list, found object', [
		own(frames.notAList),
		...hermes,
		own(frames.readToAdd),
		own(frames.pressStop),
		...press,
	]),
	// Only the composed map of the build could explain these offsets into bytecode.
	thrown(
		'Error',
		(draws) => `Stop not found: ${draws.pick(oddTexts)}`,
		[
			'at onPress (address at index.android.bundle:1:45270)',
			'at _performTransitionSideEffects (address at index.android.bundle:1:211043)',
			'at _receiveSignal (address at index.android.bundle:1:209877)',
			'at onResponderRelease (address at index.android.bundle:1:208712)',
			'    ... skipping 12 frames',
		],
		{ name: ({ draws }) => `Stop not found: ${draws.pick(oddTexts)}` },
	),
	thrown('TypeError', () => "Cannot read property 'slice' of undefined", [
		own(frames.sort),
		own(frames.sortAnswer),
		...hermes,
		own(frames.loadForBoard),
	]),
	thrown('SyntaxError', () => 'JSON Parse error: Unexpected end of input', [
		'at parse (native)',
		own(frames.parseList),
		...hermes,
		own(frames.readAtStart),
	]),
	thrown('Error', () => 'Network request failed', [
		'at anonymous (node_modules/whatwg-fetch/dist/fetch.umd.js:605:31)',
		'at apply (native)',
		'at _callTimer (node_modules/react-native/Libraries/Core/Timers/JSTimers.js:94:15)',
		'at callTimers (node_modules/react-native/Libraries/Core/Timers/JSTimers.js:367:17)',
	]),
];
