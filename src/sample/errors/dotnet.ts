import type { Draws } from '../world/random';
import type { Circumstances, ErrorKind } from './errorKind';
import type { WorkspaceFrame } from './frame';

/** The runtime writes its three words in the language of the system. */
export interface StackWords {
	readonly at: string;
	readonly in: string;
	readonly line: string;
}

export const english: StackWords = { at: 'at', in: 'in', line: 'line' };
export const russian: StackWords = { at: 'в', in: 'в', line: 'строка' };
export const german: StackWords = { at: 'bei', in: 'in', line: 'Zeile' };

/** A function of a library, or one of ours with its place. */
export type DotnetFrame = string | WorkspaceFrame;

/** Where the sample app was built; only what follows is in the workspace. */
const buildFolder = 'C:\\Builds\\Budget for Windows\\';

/** The lines of a stack, innermost first. */
export function stack(frames: readonly DotnetFrame[], words: StackWords = english): string {
	return frames.map((frame) => `\n   ${render(frame, words)}`).join('');
}

function render(frame: DotnetFrame, words: StackWords): string {
	if (typeof frame !== 'string') {
		const path = frame.file.slice(frame.file.indexOf('/') + 1).replaceAll('/', '\\');
		return `${words.at} ${frame.symbol} ${words.in} ${buildFolder}${path}:${words.line} ${frame.line}`;
	}
	return frame.startsWith('---') ? frame : `${words.at} ${frame}`;
}

export function thrown(
	type: string,
	message: (draws: Draws) => string,
	rest: string,
	more: Circumstances & Partial<Pick<ErrorKind, 'name'>> = {},
): ErrorKind {
	const name = type.slice(type.lastIndexOf('.') + 1);
	return { name, text: ({ draws }) => `${type}: ${message(draws)}${rest}`, ...more };
}
