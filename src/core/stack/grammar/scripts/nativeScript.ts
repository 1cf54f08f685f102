import type { Line } from '../../trace/line';
import { draftFrame, frameReading, linkPart, note, type Reading, setColumn, setLine } from '../../trace/reading';
import { readV8Frame, setScriptName } from './javascript';

const caption = "Frame: function:'";
const fileCaption = "', file:'";
const numbers = /^', line: (\d{1,9}), column: (\d{1,9})$/;

/** Matches the first frame of newer versions, which print `at` only before the other frames. */
const firstFrame = /^[\w$.<>]{1,300}\(file: ?[^()]{1,1000}\)$/;

/** Parses a frame of NativeScript: `Frame: function:'Cart.total', file:'app/cart.js', line: 31, column: 29`. */
export function readNativeScriptFrame(line: Line): Reading | undefined {
	const { content } = line;
	if (!content.startsWith(caption)) {
		const isNote = (content.startsWith('File: "') && content.includes(', line: ')) || content === 'StackTrace:';
		return isNote ? note : firstFrame.test(content) ? readV8Frame(line, 0) : undefined;
	}
	const nameEnd = content.indexOf(fileCaption, caption.length);
	const fileStart = nameEnd + fileCaption.length;
	const fileEnd = content.indexOf("', line: ", fileStart);
	const [, line1, column] = nameEnd === -1 || fileEnd === -1 ? [] : (numbers.exec(content.slice(fileEnd)) ?? []);
	if (line1 === undefined) {
		return undefined;
	}
	const frame = draftFrame('javascript', line);
	if (fileEnd > fileStart) {
		frame.file = content.slice(fileStart, fileEnd);
		setLine(frame, Number(line1));
		setColumn(frame, Number(column));
		linkPart(frame, line, fileStart, fileEnd);
	}
	setScriptName(frame, line, caption.length, nameEnd);
	return frameReading(frame, 'javascript');
}
