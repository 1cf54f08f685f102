import { splitLines } from '../../../shared/lines';
import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { readWrappedFrame } from '../grammar/dart/dartWrapped';
import { readSymbolizedFrame } from '../grammar/native/ndkStack';
import { readOverlayFrame } from '../grammar/scripts/errorOverlay';
import { getLine } from '../trace/line';
import type { Platform, RawLine, Section, Trace } from '../trace/model';
import { Pieces } from '../trace/pieces';
import { note } from '../trace/reading';
import { TraceContext, type TraceHint } from '../trace/traceContext';
import { hasPlainLines, readableText } from './readableText';
import { readLine } from './readLine';
import { Sections } from './sections';

/** Parses any text as a stack trace. Lines that aren't part of a trace become raw lines. Takes linear time. */
export function parseTrace(text: string, hint?: TraceHint): Trace {
	return runSynchronously(parsingTrace(text, hint));
}

/** Interruptible version of `parseTrace`. If it is interrupted, the remaining lines become raw lines. */
export function* parsingTrace(text: string, hint?: TraceHint): CooperativeTask<Trace> {
	const plain = hasPlainLines(text, hint) ? text : (yield* readableText(text, hint)).text;
	return yield* parsingReadable(plain, hint);
}

export function* parsingReadable(plain: string, hint?: TraceHint): CooperativeTask<Trace> {
	const lines = splitLines(plain);
	const context = new TraceContext(plain, hint);
	const sections = new Sections(lines, context);
	const pieces = new Pieces();
	let unread = lines.length;
	let continued = 0;
	for (let number = 0; number < lines.length; number++) {
		const lineText = lines[number] ?? '';
		const line = getLine(number, lineText, context.hasMargin);
		context.sectionPlatform = sections.platform;
		if (continued > 0) {
			continued--;
			sections.add(line, note);
		} else {
			const reading = line.content === '' ? undefined : readLine(line, context);
			const wrapped =
				readWrappedFrame(line, lines, reading, context) ??
				readSymbolizedFrame(line, lines, reading, context) ??
				readOverlayFrame(line, lines, reading, context);
			continued = wrapped?.lines ?? 0;
			sections.add(line, wrapped?.reading ?? reading);
		}
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
	let most: Platform | undefined;
	for (const [platform, count] of counts) {
		if (most === undefined || count > (counts.get(most) ?? 0)) {
			most = platform;
		}
	}
	return most ?? sections.find(({ platform }) => platform !== 'unknown')?.platform ?? 'unknown';
}
