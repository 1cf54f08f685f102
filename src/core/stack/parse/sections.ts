import { isInnerEnd } from '../grammar/dotnet/dotnet';
import { isErrorType, splitWeakHeader } from '../grammar/exceptionHeader';
import { readTracebackEnd } from '../grammar/scripts/python';
import { isRule } from '../trace/characters';
import { getLine, type Line } from '../trace/line';
import type { Frame, Header, Platform, RawLine, Section } from '../trace/model';
import type { HeaderLine, Reading } from '../trace/reading';
import type { TraceContext } from '../trace/traceContext';
import { HeaderDepths } from './headerDepths';
import { emptySection, type MutableHeader, type OpenSection } from './openSection';

/** Maximum number of message lines above frames without a header. Further lines are treated as log output. */
const maxMessageLength = 40;

/**
 * Splits a trace into sections. Text between a header and frames belongs to the message, even if it quotes frames of
 * another stack. A new section starts if the platform changes or if an empty line precedes the text (except in
 * JavaScript). Text that is indented like the frame above it, but more than the header, belongs to the frames.
 */
export class Sections {
	private readonly closed: Section[] = [];
	private hasStack = false;
	private open: OpenSection = emptySection(undefined);
	private readonly depths = new HeaderDepths();
	private thrownType = '';
	/** Crashed thread according to the start of the report. Some reports don't mark the thread itself as crashed. */
	private crashedThread: string | undefined;
	/** Platform that the header of the open section indicates. Used until the section has frames. */
	private headerPlatform: Platform | undefined;
	/** Lines of the open section's message if the message differs from the text of the header. */
	private details: string[] = [];

	constructor(
		private readonly lines: readonly string[],
		private readonly context: Pick<TraceContext, 'listsThreads'>,
	) {}

	get platform(): Platform | undefined {
		return this.open.platform;
	}

	add(line: Line, reading: Reading | undefined): void {
		if (reading?.kind === 'reportLine') {
			this.addReportLine(line, reading.error);
			return;
		}
		if (this.open.platform === 'python' && this.isSource(line, reading)) {
			this.addSource(line);
			return;
		}
		if (this.open.below !== 'nothing' && this.addMessageLine(line, reading)) {
			return;
		}
		if (this.open.isLate && this.addToTraceback(line, reading)) {
			return;
		}
		switch (reading?.kind) {
			case 'place':
				this.addPlace(line, reading);
				break;
			case 'lateHeader':
				this.addLateHeader(line, reading.role);
				break;
			case 'frame':
				if (this.isSyntaxError(reading)) {
					this.addLateHeader(line, 'exception');
					this.shortenHeader(line);
				}
				this.addFrame(reading.frame, reading.platform);
				this.open.frameIndent = line.indent;
				break;
			case 'header':
				this.addHeader(line, reading.header, reading.platform);
				break;
			case 'headedFrame':
				this.addHeader(line, reading.header, reading.platform);
				this.shortenHeader(line);
				this.addFrame(reading.frame, reading.platform);
				break;
			case 'text':
				this.addText(line, true);
				break;
			case 'headerDetail':
				this.addDetail(line, reading.message);
				break;
			case 'boundary':
				this.close();
				this.open.lines.push(raw(line));
				break;
			case 'note':
				this.crashedThread = reading.crashedThread ?? this.crashedThread;
				this.open.lines.push(raw(line));
				break;
			default:
				this.addText(line);
		}
	}

	/** Returns true for the location of a Python syntax error, which has no function and no frames above it. */
	private isSyntaxError({ frame, platform }: Extract<Reading, { kind: 'frame' }>): boolean {
		return platform === 'python' && frame.method === undefined && !this.open.header && this.open.frames === 0;
	}

	/** Ends the header above the line, because the line is a frame. */
	private shortenHeader(line: Line): void {
		if (this.open.header) {
			this.open.header.lastLine = line.number - 1;
		}
	}

	private isSource({ content, indent }: Line, reading: Reading | undefined): boolean {
		const isFrame = reading?.kind === 'frame' && (reading.platform ?? 'python') === 'python';
		return !isFrame && reading?.kind !== 'lateHeader' && content !== '' && indent > this.open.frameIndent;
	}

	private addSource(line: Line): void {
		const { lines, lastFrame } = this.open;
		const frame = lines[lastFrame];
		if (frame && frame.kind !== 'raw') {
			lines[lastFrame] = { ...frame, lastLine: line.number };
		}
		lines.push(raw(line));
	}

	/**
	 * Adds the line below a traceback: the error, or a closing line if the error was printed above the traceback. Returns
	 * true if the line was added.
	 */
	private addToTraceback(line: Line, reading: Reading | undefined): boolean {
		const { header, frames, lines } = this.open;
		if (!header || reading?.kind === 'frame' || line.content === '') {
			return false;
		}
		const isCaption = reading?.kind === 'lateHeader' && reading.role === 'exception' && frames === 0;
		const mayEnd = frames > 0 || header.depth > 0;
		const mayBeError = mayEnd && reading?.kind !== 'lateHeader' && reading?.kind !== 'note';
		const error = mayBeError ? readTracebackEnd(line.content) : undefined;
		if (error) {
			header.type = error.type;
			header.message = error.message;
			header.errorLine = line.number;
			this.open.isLate = false;
		}
		if (isCaption || error) {
			lines.push(raw(line));
		}
		return isCaption || error !== undefined;
	}

	private addReportLine(line: Line, error: { readonly type: string; readonly message: string } | undefined): void {
		const { header, isLate, lines } = this.open;
		if (header && isLate && error) {
			header.type = error.type;
			header.message = error.message;
			header.errorLine = line.number;
			this.open.isLate = false;
		}
		lines.push(raw(line));
	}

	private addLateHeader(line: Line, role: HeaderLine['kind']): void {
		const nesting = role === 'cause' || role === 'suppressed' ? role : 'none';
		this.addHeader(line, { kind: role, type: '', message: '', nesting }, 'python');
		this.open.isLate = true;
	}

	private addPlace(line: Line, { frame, platform }: Extract<Reading, { kind: 'place' }>): void {
		const { lines } = this.open;
		const last = lines.findLastIndex(({ text }) => text.trim() !== '');
		const named = lines[last];
		if (named === undefined || named.kind === 'raw' || named.file !== undefined) {
			this.addFrame(frame, platform);
			return;
		}
		const { file, line1, column1, link } = frame;
		lines[last] = {
			...named,
			...(file === undefined ? {} : { file }),
			...(line1 === undefined ? {} : { line1 }),
			...(column1 === undefined ? {} : { column1 }),
			lastLine: line.number,
			...(link ? { placeLink: { line: line.number, ...link } } : {}),
		};
		lines.push(raw(line));
	}

	end(): readonly Section[] {
		this.close();
		return this.closed;
	}

	private addFrame(frame: Frame, platform: Platform | undefined): void {
		if (platform !== undefined) {
			this.makeRoom(platform);
			const { header, lines, frames } = this.open;
			if (header && frames === 1 && header.lastLine < header.firstLine) {
				// If a stack follows the header, only the first line belongs to the header.
				header.lastLine = header.firstLine;
				lines.shift();
			}
			this.open.platform ??= platform;
			this.open.frames++;
			this.open.firstText = -1;
			this.open.lastText = -1;
			this.open.paragraph = false;
			this.open.emptySinceFrame = false;
		}
		this.open.lastFrame = this.open.lines.push(frame) - 1;
		if (frame.kind === 'gap' && frame.text.includes('--- ') && isInnerEnd(frame.text)) {
			this.close();
		}
	}

	private makeRoom(platform: Platform): void {
		const { open } = this;
		const changes = open.frames > 0 && open.platform !== platform;
		if (open.firstText === -1) {
			if (changes) {
				this.close();
			}
		} else if (open.frames > 0 && (changes || (open.paragraph && platform !== 'javascript'))) {
			const rest = open.lines.splice(open.firstText);
			const lastText = open.lastText - open.firstText;
			this.close();
			this.open.lines = rest;
			this.open.firstText = 0;
			this.open.lastText = lastText;
			this.takeMessage();
		} else {
			this.takeMessage();
		}
	}

	private takeMessage(): void {
		const { open } = this;
		const last = open.lines[open.lastText]?.line;
		if (last === undefined) {
			return;
		}
		if (open.header) {
			open.header.lastLine = last;
			open.lines = open.lines.slice(open.lastText + 1);
		} else {
			this.makeHeader(last);
		}
		this.open.platform = undefined;
		this.open.frames = 0;
	}

	/** Creates a header from the text above frames. Lines that are too far above the frames are excluded. */
	private makeHeader(lastLine: number): void {
		const { open } = this;
		let firstLine = Math.max(open.lines[open.firstText]?.line ?? lastLine, lastLine - maxMessageLength + 1);
		// In the boxes of loggers, a horizontal line separates the error from the details of the entry.
		for (let line = lastLine; line > firstLine; line--) {
			if (/^\s*[├┠╟]/.test(this.lines[line] ?? '')) {
				firstLine = line + 1;
			}
		}
		const before = open.lines.filter(({ line }) => line < firstLine);
		const rest = open.lines.slice(open.lastText + 1);
		open.lines = before;
		open.frames = before.filter(({ kind }) => kind !== 'raw').length;
		this.close();
		const { content, indent } = getLine(firstLine, this.lines[firstLine] ?? '');
		const isThread = firstLine === lastLine && this.isThreadName(content);
		this.open.header = isThread
			? { kind: 'thread', type: '', message: content.replace(/:$/, ''), depth: 0, firstLine, lastLine }
			: { kind: 'exception', ...splitWeakHeader(content), depth: 0, firstLine, lastLine };
		this.open.headerIndent = indent;
		this.open.lines = rest;
		this.depths.of(0, 'none');
	}

	/** Returns true if a line above frames is the name of a thread. Some reports list the threads below the error. */
	private isThreadName(content: string): boolean {
		return this.hasStack && this.context.listsThreads && !content.includes(': ') && !isErrorType(content);
	}

	private addText(line: Line, isMessage = false): void {
		const { open } = this;
		open.lines.push(raw(line));
		if (line.content === '' || isRule(line.content)) {
			open.emptySinceFrame = true;
		} else if (this.mayHoldText() && (isMessage || !this.isAmongFrames(line))) {
			open.lastText = open.lines.length - 1;
			// Gradle prints no message below a failed test's location. The next failed test follows.
			const hasMessageBelow = open.header !== undefined && open.header.lastLine < open.header.firstLine;
			if (open.header && hasMessageBelow && open.header.message === '' && open.platform !== 'jvm') {
				open.header.message = line.content;
				open.isMessageBelow = true;
			}
			if (open.firstText === -1) {
				open.firstText = open.lastText;
				open.paragraph = open.emptySinceFrame;
			}
		}
	}

	/** Returns true if text in the open section may be part of a message. In a thread's stack, text is only a note. */
	private mayHoldText(): boolean {
		const { header, frames, emptySinceFrame, below } = this.open;
		if (below !== 'nothing' && frames === 0) {
			return false;
		}
		const isOfThread = header?.kind === 'thread' || header?.kind === 'signal';
		return !isOfThread || (frames > 0 && emptySinceFrame && this.context.listsThreads);
	}

	private isAmongFrames({ indent }: Line): boolean {
		const { header, frames, headerIndent, frameIndent, firstText, emptySinceFrame } = this.open;
		const isBelow = header !== undefined && frames > 0 && firstText === -1 && !emptySinceFrame;
		return isBelow && frameIndent > headerIndent && indent === frameIndent;
	}

	private addMessageLine(line: Line, reading: Reading | undefined): boolean {
		const { open } = this;
		if ((open.below !== 'title' && open.below !== 'message') || !open.header) {
			return false;
		}
		const isText = reading === undefined || (reading.kind === 'header' && reading.header.messageBelow !== true);
		if (line.content === '' || !isText || line.number - open.header.firstLine > maxMessageLength) {
			open.below = 'otherText';
			return false;
		}
		open.header.lastLine = line.number;
		if (open.below === 'message') {
			this.details.push(line.content);
		} else if (line.content.endsWith(':')) {
			// The line is the last one of the title, because it ends with a colon. The message follows.
			open.below = 'message';
		}
		return true;
	}

	private addHeader(line: Line, header: HeaderLine, platform: Platform | undefined): void {
		const { open } = this;
		const current = open.header;
		if (header.kind === 'thread' && current?.kind === 'thread' && open.lines.length === 0) {
			const [number] = header.message.split(':');
			if (number !== undefined && (current.message === number || current.message.startsWith(`${number}:`))) {
				// In Apple reports, the thread name is on a separate line.
				current.lastLine = line.number;
				if (header.crashed !== undefined) {
					current.crashed = header.crashed;
				}
				return;
			}
		}
		this.close();
		const { kind, message } = header;
		const crashed = header.crashed ?? this.isCrashedThread(header, platform);
		if (kind === 'signal') {
			this.crashedThread = undefined;
		}
		const isUnnamed = header.type === '' && message === '' && kind === 'exception' && platform !== 'python';
		const type = isUnnamed ? this.thrownType : header.type;
		const depth = this.depths.of(line.indent, header.nesting);
		if (kind === 'exception') {
			this.thrownType = type;
		}
		this.open = emptySection({
			kind,
			type,
			message,
			depth,
			firstLine: line.number,
			lastLine: line.number,
			...(crashed === undefined ? {} : { crashed }),
		});
		this.open.headerIndent = line.indent;
		if (header.messageBelow === true) {
			this.open.below = line.content.endsWith(':') ? 'message' : 'title';
		}
		this.headerPlatform = platform;
	}

	private isCrashedThread({ kind, message }: HeaderLine, platform: Platform | undefined): true | undefined {
		const mayCrash = kind === 'thread' && platform === 'apple';
		return mayCrash && message.split(':', 1)[0] === this.crashedThread ? true : undefined;
	}

	private addDetail(line: Line, message: string): void {
		const { header, lines } = this.open;
		if (!header || lines.length > 0) {
			this.addText(line);
			return;
		}
		header.lastLine = line.number;
		if (message !== '') {
			this.details.push(message);
		}
	}

	private close(): void {
		const { header, lines, platform, frames } = this.open;
		this.hasStack ||= frames > 0;
		if (header || lines.length > 0) {
			this.closed.push({
				platform: platform ?? this.headerPlatform ?? 'unknown',
				header: header && this.finished(header),
				lines,
			});
		}
		this.open = emptySection(undefined);
		this.headerPlatform = undefined;
		this.details = [];
	}

	private finished(header: MutableHeader): Header {
		if (this.details.length > 0) {
			const known = header.kind === 'signal' || header.message === '' ? [] : [header.message];
			return { ...header, message: [...known, ...this.details].join('\n') };
		}
		if (header.kind !== 'thread' && header.lastLine > header.firstLine) {
			const more = this.lines.slice(header.firstLine + (this.open.isMessageBelow ? 2 : 1), header.lastLine + 1);
			const first = header.message === '' ? [] : [header.message];
			return { ...header, message: [...first, ...more].join('\n') };
		}
		return header;
	}
}

function raw(line: Line): RawLine {
	return { kind: 'raw', line: line.number, text: line.text };
}
