import { getLine, type Line } from '../../trace/line';
import { draftFrame, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setScriptName, sourceEnding } from './javascript';

const functionName = /^(?:(?:async|new|get|set) )?[\w$.<>#[\]]{1,200}$/;
const place = /^(\S.{0,1000}) \((\d{1,9}):(\d{1,9})\)$/;
const maxLineLength = 1200;

/**
 * Parses a frame in the format of Next.js's error page, which prints the name (`Cart.total`) above the location
 * (`src/cart.tsx (31:29)`). Frames of the engine have the location `<anonymous>`.
 */
export function readOverlayFrame(
	line: Line,
	lines: readonly string[],
	reading: Reading | undefined,
	{ sectionPlatform }: TraceContext,
): { readonly reading: Reading; readonly lines: number } | undefined {
	if (reading?.kind === 'frame' || !functionName.test(line.content)) {
		return undefined;
	}
	const below = getLine(line.number + 1, (lines[line.number + 1] ?? '').slice(0, maxLineLength));
	const isOfEngine = sectionPlatform === 'javascript' && below.content === '<anonymous>';
	const [, file, line1, column1] = (below.content.endsWith(')') ? place.exec(below.content) : null) ?? [];
	if (below.indent !== line.indent || !(isOfEngine || (file !== undefined && sourceEnding.test(file)))) {
		return undefined;
	}
	const frame = draftFrame('javascript', line);
	setScriptName(frame, line, 0, line.content.length);
	if (file !== undefined) {
		frame.file = file;
		frame.line1 = Number(line1);
		frame.column1 = Number(column1);
		frame.placeLink = { line: below.number, start: below.start, end: below.start + below.content.length };
	}
	frame.lastLine = below.number;
	return { reading: { kind: 'frame', frame, platform: 'javascript' }, lines: 1 };
}
