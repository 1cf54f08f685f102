import { type Steps, visitEach } from '../../../common/steps';
import type { Frame, RawLine, Section, Trace } from '../../trace/model';
import { isGivenType } from './givenNames';
import { abbreviations, candidateNames } from './messageNames';
import { isPlatformClass } from './sourcePlaces';

/** A class that a line names outside of frames and messages. */
interface NamedClass {
	readonly type: string;
	/** Offsets in the line's text. */
	readonly start: number;
	readonly end: number;
}

/**
 * What a line names that is no frame: `[CIRCULAR REFERENCE: a.b: no]` for a throwable that was printed already, and
 * `a.b: no` where no frame below tells that it is a header. One part is a word, not a class.
 */
export function classNamedBy(line: Frame | RawLine): NamedClass | undefined {
	if (line.kind === 'raw') {
		return match(/^\s*(?:Caused by: |Suppressed: )?([\p{L}\p{N}_$]+(?:\.[\p{L}\p{N}_$]+)+)(?:: |:?\s*$)/du, line.text);
	}
	return line.kind === 'elided' ? match(/^[^[]{0,200}\[CIRCULAR REFERENCE: ?([^\s:\]]{1,300})/d, line.text) : undefined;
}

/** @param pattern Its group is the name, and it tells where that stands. */
function match(pattern: RegExp, text: string): NamedClass | undefined {
	const [start, end] = pattern.exec(text)?.indices?.[1] ?? [0, 0];
	const type = text.slice(start, end);
	return type === '' || abbreviations.has(type.toLowerCase()) ? undefined : { type, start, end };
}

/** Whether lines of the section may be of Java. What stands in no section of another platform may be all there is. */
export function mayBeJava({ platform, lines }: Section): boolean {
	return (
		platform === 'jvm' || (platform === 'unknown' && lines.every(({ kind }) => kind === 'raw' || kind === 'elided'))
	);
}

/** Minified names of what was thrown, in headers and in the lines that stand for them. */
export function* minifiedHeads({ sections }: Trace): Steps<string[]> {
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

/** Whether a text begins with the minified name of what was thrown. */
export function namesMinifiedFirst(text: string): boolean {
	const [line = ''] = text.trimStart().split('\n', 1);
	const named = classNamedBy({ kind: 'raw', line: 0, text: line });
	return named !== undefined && isGivenType(named.type);
}

/** Whether the first line of a text may have names that a mapping deobfuscates; most have none but those of the platform. */
export function mayNameMinified(line: string): boolean {
	const [, word = ''] = /^\s*([\p{L}\p{N}_$]+)(?::|\s*$)/u.exec(line) ?? [];
	return isGivenType(word) || candidateNames(line).some((name) => !isPlatformClass(name));
}
