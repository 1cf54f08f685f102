import type { Draws } from '../world/random';
import type { Circumstances, ErrorKind } from './errorKind';
import type { WorkspaceFrame } from './frame';

/** A frame without its number: `member (uri:line:column)`, or a gap. */
export type DartFrame = string;

export const gap: DartFrame = '<asynchronous suspension>';

/** @param frame Its file lies below `lib` of a package of the same name as in `packageName`. */
export function inPackage(packageName: string, { symbol, file, line, column }: WorkspaceFrame): DartFrame {
	const path = file.slice(file.indexOf('/lib/') + '/lib/'.length);
	return `${symbol} (package:${packageName}/${path}:${line}:${column})`;
}

/** An error as Dart prints it: its `toString()`, then frames that are numbered from 0; gaps have no number. */
export function thrown(
	name: string,
	message: (draws: Draws) => string,
	frames: readonly DartFrame[],
	more: Circumstances = {},
): ErrorKind {
	let number = 0;
	const stack = frames.map((frame) => (frame === gap ? gap : `#${number++}`.padEnd(8) + frame));
	const rest = ['', ...stack].join('\n');
	return { name, text: ({ draws }) => message(draws) + rest, ...more };
}

/** The same from a build with obfuscation: addresses that only its symbol files can explain. */
export function obfuscated(
	name: string,
	message: string,
	offsets: readonly number[],
	more: Circumstances = {},
): ErrorKind {
	return {
		name,
		text: ({ draws, device }) => {
			const start = 0x70_0000_0000 + draws.below(0x8000) * 0x10000;
			const pid = draws.between(2000, 31000);
			const frames = offsets.map((offset, index) => {
				const address = (start + offset).toString(16).padStart(16, '0');
				const virtual = offset.toString(16).padStart(16, '0');
				const instruction = (offset - 0x1a000).toString(16);
				return `    #${String(index).padStart(2, '0')} abs ${address} virt ${virtual} _kDartIsolateSnapshotInstructions+0x${instruction}`;
			});
			return `${message}
*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
pid: ${pid}, tid: ${pid + 23}, name 1.ui
os: ${device.os} arch: arm64 comp: yes sim: no
build_id: 'c3e1b0f2a4d5968778695a4b3c2d1e0f'
isolate_dso_base: ${start.toString(16)}, vm_dso_base: ${start.toString(16)}
isolate_instructions: ${(start + 0x1a000).toString(16)}, vm_instructions: ${(start + 0x14000).toString(16)}
${frames.join('\n')}`;
		},
		...more,
	};
}
