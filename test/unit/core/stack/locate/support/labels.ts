import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Located } from '../../../../../../src/core/stack/locate/frameTarget';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';
import type { Frame, Trace } from '../../../../../../src/core/stack/trace/model';

export type Label =
	| { readonly kind: 'place'; readonly path: string; readonly line1: number }
	/** The user should be able to choose this location. */
	| { readonly kind: 'choice'; readonly path: string; readonly line1: number }
	| { readonly kind: 'none'; readonly reason: string };

export interface LabelledFrame {
	readonly text: string;
	readonly label: Label;
	readonly trace: Trace;
	/** Undefined if the line was not parsed as a frame. */
	readonly frame: Frame | undefined;
}

const mark = ' => ';

/** Reads the labelled frames of a file in `test/fixtures/frames`. The first file there documents the format. */
export function labelledFrames(name: string, renamed = (text: string) => text): LabelledFrame[] {
	const text = readFileSync(path.resolve('test/fixtures/frames', `${name}.txt`), 'utf8');
	return renamed(text)
		.replace(/^# .*\n/gm, '')
		.split(/\n{2,}/)
		.flatMap((part) => getFrames(part.split('\n').filter((line) => line !== '')));
}

function getFrames(lines: readonly string[]): LabelledFrame[] {
	const texts = lines.map((line) => line.split(mark)[0] ?? '');
	const trace = parseTrace(texts.join('\n'));
	const frames = new Map(
		trace.sections
			.flatMap((section) => section.lines)
			.map((line) => [line.line, line.kind === 'raw' ? undefined : line]),
	);
	return lines.flatMap((line, number) => {
		const label = line.split(mark)[1];
		const text = texts[number] ?? '';
		return label === undefined ? [] : [{ text, label: getLabel(label), trace, frame: frames.get(number) }];
	});
}

function getLabel(text: string): Label {
	if (text.startsWith('- ')) {
		return { kind: 'none', reason: text.slice(2) };
	}
	const kind = text.startsWith('? ') ? 'choice' : 'place';
	const place = kind === 'choice' ? text.slice(2) : text;
	const colon = place.lastIndexOf(':');
	return { kind, path: place.slice(0, colon), line1: Number(place.slice(colon + 1)) };
}

/** `asks`: the choices include the labelled location. `missed`: they do not. `wrong`: a jump to another location. */
export type Verdict = 'right' | 'asks' | 'missed' | 'wrong';

export function verdictOn(label: Label, found: Located | undefined): Verdict {
	if (found === undefined) {
		return 'missed';
	}
	if (found.kind === 'target') {
		const { file, line1 } = found.target;
		return label.kind === 'place' && label.path === file.path && label.line1 === line1 ? 'right' : 'wrong';
	}
	if (found.kind === 'none') {
		return label.kind === 'none' ? 'right' : 'missed';
	}
	const has = found.targets.some(
		({ file, line1 }) => label.kind !== 'none' && file.path === label.path && line1 === label.line1,
	);
	return !has ? 'missed' : label.kind === 'choice' ? 'right' : 'asks';
}

export function described(found: Located | undefined): string {
	switch (found?.kind) {
		case undefined:
			return 'no frame';
		case 'target': {
			const { file, line1, lineMapping, evidence } = found.target;
			return `${file.path}:${line1} (${lineMapping.kind}; ${evidence.join(', ')})`;
		}
		case 'several':
			return `? ${found.targets.map(({ file, line1 }) => `${file.path}:${line1}`).join(', ')}`;
		case 'none':
			return `- ${found.reason.kind}`;
	}
}
