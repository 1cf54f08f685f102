import { type CooperativeTask, visitEach } from '../../../common/cooperativeTask';
import type { Frame, RawLine, Section, Trace } from '../../trace/model';
import { isGivenType } from './givenNames';
import { abbreviations, candidateNames } from './messageNames';
import { isPlatformClass } from './sourcePlaces';

interface NamedClass {
	readonly type: string;
	readonly start: number;
	readonly end: number;
}

/**
 * Returns the class in a raw line: `a.b` in `[CIRCULAR REFERENCE: a.b: no]` or in the header `a.b: no` without frames.
 */
export function classNamedBy(line: Frame | RawLine): NamedClass | undefined {
	if (line.kind === 'raw') {
		return match(/^\s*(?:Caused by: |Suppressed: )?([\p{L}\p{N}_$]+(?:\.[\p{L}\p{N}_$]+)+)(?:: |:?\s*$)/du, line.text);
	}
	return line.kind === 'elided' ? match(/^[^[]{0,200}\[CIRCULAR REFERENCE: ?([^\s:\]]{1,300})/d, line.text) : undefined;
}

function match(pattern: RegExp, text: string): NamedClass | undefined {
	const [start, end] = pattern.exec(text)?.indices?.[1] ?? [0, 0];
	const type = text.slice(start, end);
	return type === '' || abbreviations.has(type.toLowerCase()) ? undefined : { type, start, end };
}

/** Returns true if the section may contain Java lines. A section without frames may be a Java exception. */
export function mayBeJava({ platform, lines }: Section): boolean {
	return (
		platform === 'jvm' || (platform === 'unknown' && lines.every(({ kind }) => kind === 'raw' || kind === 'elided'))
	);
}

export function* minifiedHeads({ sections }: Trace): CooperativeTask<string[]> {
	const heads: string[] = [];
	for (const { header, lines } of sections.filter(mayBeJava)) {
		yield;
		if (header?.type.includes('.')) {
			heads.push(header.type);
		}
		yield* visitEach(lines, (line) => {
			const named = classNamedBy(line);
			if (named) {
				heads.push(named.type);
			}
		});
	}
	return heads.filter(isGivenType);
}

export function namesMinifiedFirst(text: string): boolean {
	const [line = ''] = text.trimStart().split('\n', 1);
	const named = classNamedBy({ kind: 'raw', line: 0, text: line });
	return named !== undefined && isGivenType(named.type);
}

export function mayNameMinified(line: string): boolean {
	const [, word = ''] = /^\s*([\p{L}\p{N}_$]+)(?::|\s*$)/u.exec(line) ?? [];
	return isGivenType(word) || candidateNames(line).some((name) => !isPlatformClass(name));
}
