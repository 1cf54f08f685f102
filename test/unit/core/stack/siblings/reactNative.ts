import type { SiblingFormat } from './siblings';

const property = "Cannot read property 'price' of undefined";

export const reactNativeFormats: readonly SiblingFormat[] = [
	{
		name: 'Expo call stack',
		make: (values) => {
			const [list, screen, line, other] = [values.type(), values.type(), values.line(), values.line()];
			return {
				platform: 'javascript',
				text: ` ERROR  [TypeError: ${property}]

This error is located at:

  ${line - 1} |   const items = useItems();
> ${line} |   return <Total value={cart.price} />;
     |                             ^
  ${line + 1} | }

Call Stack
  ${list} (src/screens/${list}.tsx:${line}:29)
  ForwardRef(${screen}) (src/screens/${screen}.tsx:${other}:5)
  RNSScreenContainer (<anonymous>)
  App(./_layout.tsx) (<anonymous>)
  <anonymous> (src/index.ts:${other}:3)
  ExpoRoot (node_modules/expo-router/build/ExpoRoot.js:105:22)`,
				header: `TypeError: ${property}`,
				frames: [
					`${list}@src/screens/${list}.tsx:${line}`,
					`ForwardRef(${screen})@src/screens/${screen}.tsx:${other}`,
					'RNSScreenContainer@',
					'App(./_layout.tsx)@',
					`<anonymous>@src/index.ts:${other}`,
					'ExpoRoot@node_modules/expo-router/build/ExpoRoot.js:105',
				],
				title: 'TypeError',
			};
		},
	},
	{
		name: 'warning with a component stack',
		make: (values) => {
			const [list, screen, line] = [values.type(), values.type(), values.line()];
			return {
				platform: 'javascript',
				text: ` ERROR  Warning: Each child in a list should have a unique "key" prop.

Check the render method of \`${list}\`. See https://react.dev/link/warning-keys for more information.
    in ${list} (at ${screen}.tsx:${line})
    in RCTView (created by View)
    in View (at ${screen}.tsx:${line + 1})
    in ${screen}`,
				header: 'Warning: Each child in a list should have a unique "key" prop.',
				frames: [`${list}@${screen}.tsx:${line}`, `View@${screen}.tsx:${line + 1}`],
				title: 'Warning',
			};
		},
	},
	{
		name: 'component stack with server addresses',
		make: (values) => {
			const [list, screen, line] = [values.type(), values.type(), values.line()];
			const bundle = 'http://192.0.2.7:8081/index.bundle//&platform=ios&dev=true';
			return {
				platform: 'javascript',
				text: ` ERROR  Error: no ${list}

This error is located at:
    at ${list} (${bundle}:${line}:11)
    at RCTView
    at ${screen} (${bundle}:${line + 9}:7)`,
				header: `Error: no ${list}`,
				frames: [`${list}@${bundle}:${line}`, `${screen}@${bundle}:${line + 9}`],
				title: 'Error',
			};
		},
	},
	{
		name: 'frames without a type in Java format',
		make: (values) => {
			const [load, list, line] = [values.verb(), values.type(), values.line()];
			return {
				platform: 'javascript',
				text: `Non-fatal Exception: com.example.crashes.JavaScriptError: ${property}
       at .${load}(index.android.bundle:1:${line}161)
       at .${list}.render(index.android.bundle:1:${line}512)
       at .(address at index.android.bundle:1:${line}122)`,
				header: `com.example.crashes.JavaScriptError: ${property}`,
				frames: [`${load}@index.android.bundle:1`, `render@index.android.bundle:1`, '@index.android.bundle:1'],
				title: 'JavaScriptError',
			};
		},
	},
	{
		name: 'termination reason of an iOS app',
		make: (values) => {
			const [load, list, line] = [values.verb(), values.type(), values.line()];
			return {
				platform: 'javascript',
				text: `*** Terminating app due to uncaught exception 'RCTFatalException: Unhandled JS Exception: TypeError: ${property}', reason: 'Unhandled JS Exception: TypeError: ${property}, stack:
${load}@${line}161
${list}@${line}512
renderWithHooks@320122
'
*** First throw call stack:
(0x1a3c58d0c 0x1a2f1b0d8 0x1045b7a10)
libc++abi: terminating due to uncaught exception of type NSException`,
				header: `TypeError: ${property}`,
				frames: [`${load}@:1`, `${list}@:1`, 'renderWithHooks@:1'],
				title: 'TypeError',
			};
		},
	},
	{
		name: 'web view console (Capacitor)',
		make: (values) => webView(values.word(), values.line(), (file, line) => `File: ${file} - Line ${line} - Msg: `),
	},
	{
		name: 'web view console (Cordova)',
		make: (values) => webView(values.word(), values.line(), (file, line) => `${file}: Line ${line} : `),
	},
	{
		name: 'web view console (Chromium)',
		make: (values) =>
			webView(
				values.word(),
				values.line(),
				(_, line) => `[INFO:CONSOLE(${line})] "`,
				(file, line) => `", source: ${file} (${line})`,
			),
	},
];

type Around = (file: string, line: number) => string;

function webView(name: string, line: number, before: Around, after: Around = () => '') {
	const file = `https://localhost/assets/${name}.js`;
	const message = 't.find is not a function';
	return {
		platform: 'javascript' as const,
		text: `${before(file, line)}Uncaught TypeError: ${message}${after(file, line)}`,
		header: `TypeError: ${message}`,
		frames: [`@${file}:${line}`],
		title: 'TypeError',
	};
}
