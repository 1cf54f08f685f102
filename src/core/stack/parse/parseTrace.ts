import { splitLines } from '../../../shared/lines';
import { atOnce, type Steps } from '../../common/steps';
import { lineOf } from '../trace/line';
import type { Platform, RawLine, Section, Trace } from '../trace/model';
import { Pieces } from '../trace/pieces';
import { TraceContext, type TraceHint } from '../trace/traceContext';
import { unescaping } from '../trace/unescape';
import { readLine } from './readLine';
import { Sections } from './sections';

/** Reads any text; what is no stack trace becomes raw lines. The time it takes is in proportion to the text. */
export function parseTrace(text: string, hint?: TraceHint): Trace {
	return atOnce(parsingTrace(text, hint));
}

/** As `parseTrace`. Where it takes too long, the lines that are left are raw. */
export function* parsingTrace(text: string, hint?: TraceHint): Steps<Trace> {
	const plain = (yield* unescaping(text)).text;
	const lines = splitLines(plain);
	const context = new TraceContext(plain, hint);
	const sections = new Sections(lines);
	const pieces = new Pieces();
	let unread = lines.length;
	for (const [number, lineText] of lines.entries()) {
		const line = lineOf(number, lineText);
		context.sectionPlatform = sections.platform;
		sections.add(line, line.content === '' ? undefined : readLine(line, context));
		if (pieces.ends(lineText.length) && (yield)) {
			unread = number + 1;
			break;
		}
	}
	const found = [...sections.end(), ...(unread < lines.length ? [rawSection(lines, unread)] : [])];
	return { platform: platformOf(found), sections: found, lines };
}

function rawSection(lines: readonly string[], from: number): Section {
	const raw = lines.slice(from).map((text, index): RawLine => ({ kind: 'raw', line: from + index, text }));
	return { platform: 'unknown', header: undefined, lines: raw };
}

function platformOf(sections: readonly Section[]): Platform {
	const counts = new Map<Platform, number>();
	for (const { platform, lines } of sections) {
		if (lines.some(({ kind }) => kind !== 'raw')) {
			counts.set(platform, (counts.get(platform) ?? 0) + 1);
		}
	}
	const [most] = [...counts].sort(([, a], [, b]) => b - a);
	return most?.[0] ?? sections.find(({ platform }) => platform !== 'unknown')?.platform ?? 'unknown';
}
