import { readingOutline } from '../../../../src/core/stack/locate/outline/readOutline';
import { askingSource } from '../../../../src/core/stack/locate/sourceEvidence';
import { parseTrace } from '../../../../src/core/stack/parse/parseTrace';
import type { Frame } from '../../../../src/core/stack/trace/model';
import type { Reader } from './reader';

const endings = ['kt', 'cs', 'ts', 'm', 'dart', 'swift', 'cpp', 'fs', 'vue'] as const;

/** Frames of the functions that the hostile texts declare, in the notation of each language. */
const frames: Readonly<Record<string, string>> = {
	kt: '\tat com.a.A.a(A.kt:1)',
	cs: '   at A.a() in /a/A.cs:line 1',
	ts: '    at A.a (/a/A.ts:1:1)',
	dart: '#0      A.a (package:a/A.dart:1:1)',
	swift: '0   Shop   0x0000000104a1c0d0 A.a() + 1 (A.swift:1)',
	cpp: '#00 pc 0001  /a/b.so (A::a()+1) (a/A.cpp:1:1)',
};

/** Parsers of workspace source files, which may have any length and are often generated. */
export const sourceReaders: readonly Reader[] = [
	...endings.map((ending) => ({
		name: `an outline of .${ending}`,
		read: (text: string) => readingOutline(`a.${ending}`, text),
	})),
	...Object.entries(frames).map(([ending, line]) => ({
		name: `a file that may be a frame's, of .${ending}`,
		read: reading(ending, line),
	})),
];

function reading(ending: string, line: string): Reader['read'] {
	const trace = parseTrace(line);
	const frame = trace.sections[0]?.lines.find((one): one is Frame => one.kind !== 'raw');
	if (frame?.method === undefined) {
		throw new Error(`no frame with a function: ${line}`);
	}
	const path = `a/A.${ending}`;
	return (text) => askingSource({ frame, trace }, { path, text });
}
