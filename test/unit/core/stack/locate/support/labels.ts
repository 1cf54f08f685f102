import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Located } from '../../../../../../src/core/stack/locate/frameTarget';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';
import type { Frame, Trace } from '../../../../../../src/core/stack/trace/model';

/** Where a person would go from a frame. */
export type Label =
	| { readonly kind: 'place'; readonly path: string; readonly line1: number }
	/** This place should be among those to choose from. */
	| { readonly kind: 'choice'; readonly path: string; readonly line1: number }
	| { readonly kind: 'none'; readonly reason: string };

export interface LabelledFrame {
	readonly text: string;
	readonly label: Label;
	readonly trace: Trace;
	/** Undefined where the line was not read as a frame. */
	readonly frame: Frame | undefined;
}

const mark = ' => ';

/**
 * Traces of `test/fixtures/frames`, written as the first of these files says.
 * @param renamed What a line would be if the workspace had other names.
 */
export function labelledFrames(name: string, renamed = (text: string) => text): LabelledFrame[] {
	const text = readFileSync(path.resolve('test/fixtures/frames', `${name}.txt`), 'utf8');
	return renamed(text)
		.replace(/^# .*\n/gm, '')
		.split(/\n{2,}/)
		.flatMap((part) => framesOf(part.split('\n').filter((line) => line !== '')));
}

function framesOf(lines: readonly string[]): LabelledFrame[] {
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
		return label === undefined ? [] : [{ text, label: labelOf(label), trace, frame: frames.get(number) }];
	});
}

function labelOf(text: string): Label {
	if (text.startsWith('- ')) {
		return { kind: 'none', reason: text.slice(2) };
	}
	const kind = text.startsWith('? ') ? 'choice' : 'place';
	const place = kind === 'choice' ? text.slice(2) : text;
	const colon = place.lastIndexOf(':');
	return { kind, path: place.slice(0, colon), line1: Number(place.slice(colon + 1)) };
}

/** `right`: as labelled. `asks`: the place is among those to choose from. `missed`: it is not. `wrong`: a jump elsewhere. */
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

/** As a person would write it. */
export function described(found: Located | undefined): string {
	switch (found?.kind) {
		case undefined:
			return 'no frame';
		case 'target': {
			const { file, line1, fate, evidence } = found.target;
			return `${file.path}:${line1} (${fate.kind}; ${evidence.join(', ')})`;
		}
		case 'several':
			return `? ${found.targets.map(({ file, line1 }) => `${file.path}:${line1}`).join(', ')}`;
		case 'none':
			return `- ${found.reason.kind}`;
	}
}
