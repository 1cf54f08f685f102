import { oddTexts } from '../../world/oddTexts';
import type { Draws } from '../../world/random';
import type { Circumstances, ErrorKind, ErrorKinds } from '../errorKind';
import type { WorkspaceFrame } from '../frame';
import { unityFrames as frames } from './frames';

/** A frame as Unity prints it below an exception: `Type.Method (args) (at path:line)`. */
function own({ symbol, file, line }: WorkspaceFrame): string {
	return `${symbol} (at ${file.slice(file.indexOf('/') + 1)}:${line})`;
}

/** A frame as Unity prints it below a logged message: `Type:Method (args)`. */
function logged(frame: WorkspaceFrame): string {
	return own(frame).replace(/\.(\w+ \()/, ':$1');
}

/** A frame of a release build that IL2CPP made: no file, an identifier of the assembly in its place. */
function compiled({ symbol }: WorkspaceFrame): string {
	return `  at ${symbol} [0x00000] in <00000000000000000000000000000000>:0 `;
}

function thrown(
	type: string,
	message: (draws: Draws) => string,
	lines: readonly string[],
	more: Circumstances = {},
): ErrorKind {
	const rest = ['', ...lines].join('\n');
	return { name: type, text: ({ draws }) => `${type}: ${message(draws)}${rest}`, ...more };
}

const coroutine = [
	'UnityEngine.SetupCoroutine.InvokeMoveNext (System.Collections.IEnumerator enumerator, System.IntPtr returnValueAddress) (at <3f4e1b7c9a2d4e58b6c0d1f2a3b4c5d6>:0)',
];
const click = [
	'UnityEngine.Events.InvokableCall.Invoke () (at <3f4e1b7c9a2d4e58b6c0d1f2a3b4c5d6>:0)',
	'UnityEngine.Events.UnityEvent.Invoke () (at <3f4e1b7c9a2d4e58b6c0d1f2a3b4c5d6>:0)',
	'UnityEngine.UI.Button.Press () (at ./Library/PackageCache/com.unity.ugui@2.0.0/Runtime/UGUI/UI/Core/Button.cs:70)',
	'UnityEngine.UI.Button.OnPointerClick (UnityEngine.EventSystems.PointerEventData eventData) (at ./Library/PackageCache/com.unity.ugui@2.0.0/Runtime/UGUI/UI/Core/Button.cs:114)',
	'UnityEngine.EventSystems.ExecuteEvents.Execute (UnityEngine.EventSystems.IPointerClickHandler handler, UnityEngine.EventSystems.BaseEventData eventData) (at ./Library/PackageCache/com.unity.ugui@2.0.0/Runtime/UGUI/EventSystem/ExecuteEvents.cs:57)',
	'UnityEngine.EventSystems.EventSystem:Update() (at ./Library/PackageCache/com.unity.ugui@2.0.0/Runtime/UGUI/EventSystem/EventSystem.cs:530)',
];
const unset = () => 'Object reference not set to an instance of an object';

/** A crash in the engine's own code, as Android's crash dumper tells it. */
const nativeCrash: ErrorKind = {
	name: 'SIGSEGV',
	text: ({ draws, packageName, device }) => {
		const folder = `/data/app/~~${draws.hex(12)}==/${packageName}-${draws.hex(12)}==/lib/arm64`;
		const fault = draws.hex(10).padStart(16, '0');
		const pid = draws.between(2000, 31000);
		return `*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Version '6000.2.6f2 (4a4dcaec6541)', Build type 'Release', Scripting Backend 'il2cpp', CPU 'arm64-v8a'
Build fingerprint: 'sample/${device.model.name}:${device.osVersion}/release-keys'
ABI: 'arm64'
pid: ${pid}, tid: ${pid + 31}, name: UnityMain  >>> ${packageName} <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x${fault}

backtrace:
      #00 pc 00000000004f2a18  ${folder}/libunity.so (BuildId: 6f1d0c9b8a7e5d4c3b2a1908f7e6d5c4b3a29180)
      #01 pc 00000000004f1e7c  ${folder}/libunity.so (BuildId: 6f1d0c9b8a7e5d4c3b2a1908f7e6d5c4b3a29180)
      #02 pc 0000000000a3c4d0  ${folder}/libil2cpp.so (Board_Place_mB41D7C05+212) (BuildId: 77aa0b1c2d3e4f5061728394a5b6c7d8e9f0a1b2)
      #03 pc 0000000000a3d118  ${folder}/libil2cpp.so (GameLoop_Step_m0C2E9F31+64) (BuildId: 77aa0b1c2d3e4f5061728394a5b6c7d8e9f0a1b2)
      #04 pc 00000000000c9f30  /apex/com.android.runtime/lib64/bionic/libc.so (__pthread_start(void*)+204) (BuildId: 9b1ad1e4f2c3bd0a5b7c7f0d2b1e6a55)`;
	},
	os: 'android',
};

const store =
	'AndroidJavaException: java.lang.IllegalStateException: Service not connected. Please start a connection before using the service.';
const storeKind = thrown(
	'AndroidJavaException',
	() => store.slice(store.indexOf(' ') + 1),
	[
		'java.lang.IllegalStateException: Service not connected. Please start a connection before using the service.',
		'\tat com.example.billing.Client.queryProducts(Client.java:118)',
		'\tat com.unity3d.player.UnityPlayer.nativeRender(Native Method)',
		'\tat com.unity3d.player.UnityPlayer$F.handleMessage(UnityPlayer.java:96)',
		'\tat android.os.Looper.loop(Looper.java:317)',
		'  at UnityEngine.AndroidJNISafe.CheckException () [0x00000] in <00000000000000000000000000000000>:0 ',
		'  at UnityEngine.AndroidJavaObject._Call (System.String methodName, System.Object[] args) [0x00000] in <00000000000000000000000000000000>:0 ',
	],
	{ os: 'android' },
);

/** Blocks, on both systems. */
export const unityKinds: ErrorKinds = [
	thrown('NullReferenceException', unset, [
		own(frames.isFull),
		own(frames.checkRow),
		own(frames.stepClear),
		own(frames.fall),
		...coroutine,
	]),
	thrown('IndexOutOfRangeException', () => 'Index was outside the bounds of the array.', [
		own(frames.place),
		own(frames.stepPlace),
		own(frames.fall),
		...coroutine,
	]),
	thrown('NullReferenceException', unset, [own(frames.update)]),
	thrown('IndexOutOfRangeException', () => 'Index was outside the bounds of the array.', [
		compiled(frames.place),
		compiled(frames.stepPlace),
		compiled(frames.fall),
		'  at UnityEngine.SetupCoroutine.InvokeMoveNext (System.Collections.IEnumerator enumerator, System.IntPtr returnValueAddress) [0x00000] in <00000000000000000000000000000000>:0 ',
	]),
	thrown(
		'InvalidOperationException',
		() => 'Collection was modified; enumeration operation may not execute.',
		[
			'System.Collections.Generic.List`1+Enumerator[T].MoveNextRare () (at <8ce0bd04a7a04b4b9395538239d3fdd8>:0)',
			'System.Collections.Generic.List`1+Enumerator[T].MoveNext () (at <8ce0bd04a7a04b4b9395538239d3fdd8>:0)',
			own(frames.clearRows),
			own(frames.stepClear),
			own(frames.fall),
			...coroutine,
		],
		{ since: '0.9.0', spikes: true },
	),
	thrown('InvalidOperationException', () => 'Sequence contains no elements', [
		'System.Linq.Enumerable.First[TSource] (System.Collections.Generic.IEnumerable`1[T] source) (at <f5a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4>:0)',
		own(frames.share),
		...click,
	]),
	nativeCrash,
	thrown('InvalidDataException', (draws) => `Saved by version ${draws.between(4, 6)}, this is version 3`, [
		own(frames.tooNew),
		own(frames.start),
	]),
	thrown('ArgumentException', (draws) => `JSON parse error: Invalid value. (${draws.pick(oddTexts)})`, [
		'UnityEngine.JsonUtility.FromJson (System.String json, System.Type type) (at <02c1d3e4f5a6b7c8d9e0f1a2b3c4d5e6>:0)',
		own(frames.parse),
		own(frames.start),
	]),
	thrown('IOException', () => 'Disk full. Path /storage/emulated/0/Android/data/com.example.blocks/files/game.json', [
		'System.IO.FileStream.FlushBuffer () (at <8ce0bd04a7a04b4b9395538239d3fdd8>:0)',
		'System.IO.File.WriteAllText (System.String path, System.String contents) (at <8ce0bd04a7a04b4b9395538239d3fdd8>:0)',
		own(frames.write),
		own(frames.pause),
		'Rethrow as TargetInvocationException: Exception has been thrown by the target of an invocation.',
		'UnityEngine.MonoBehaviour.Invoke (System.String methodName) (at <3f4e1b7c9a2d4e58b6c0d1f2a3b4c5d6>:0)',
	]),
	{
		name: 'Score without a label',
		text: () =>
			[
				'Score without a label',
				'UnityEngine.Debug:LogError (object)',
				logged(frames.show),
				logged(frames.stepClear),
				own(frames.fall).replace('.MoveNext', ':MoveNext'),
				'UnityEngine.SetupCoroutine:InvokeMoveNext (System.Collections.IEnumerator,intptr)',
			].join('\n'),
		until: '0.9.0',
	},
	thrown('IndexOutOfRangeException', () => 'Index was outside the bounds of the array.', [
		own(frames.showBest),
		...click,
	]),
	storeKind,
	thrown('IndexOutOfRangeException', () => 'Index was outside the bounds of the array.', [
		own(frames.positions),
		own(frames.placeEach),
		own(frames.stepPlace),
		own(frames.fall),
		...coroutine,
	]),
];
