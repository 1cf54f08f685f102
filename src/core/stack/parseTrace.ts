import { lineOf, splitLines } from './line';
import type { Platform, Section, Trace } from './model';
import { readLine } from './readLine';
import { Sections } from './sections';
import { TraceContext, type TraceHint } from './traceContext';
import { unescaped } from './unescape';

/** Reads any text; what is no stack trace becomes raw lines. The time it takes is in proportion to the text. */
export function parseTrace(text: string, hint?: TraceHint): Trace {
	const plain = unescaped(text).text;
	const lines = splitLines(plain);
	const context = new TraceContext(plain, hint);
	const sections = new Sections(lines);
	for (const [number, lineText] of lines.entries()) {
		const line = lineOf(number, lineText);
		context.sectionPlatform = sections.platform;
		sections.add(line, line.content === '' ? undefined : readLine(line, context));
	}
	const found = sections.end();
	return { platform: platformOf(found), sections: found, lines };
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
