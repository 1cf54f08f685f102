import { isInnerEnd } from '../grammar/dotnet';
import { splitWeakHeader } from '../grammar/exceptionHeader';
import { HeaderDepths } from '../grammar/headerDepths';
import { type Line, lineOf } from '../trace/line';
import type { Frame, Header, Platform, RawLine, Section } from '../trace/model';
import type { HeaderLine, Reading } from '../trace/reading';

/** A message of more lines above frames without a header is a log (lines). */
const maxMessageLength = 40;

type MutableHeader = { -readonly [Key in keyof Header]: Header[Key] };

interface OpenSection {
	header: MutableHeader | undefined;
	/** Of its frames, once there is one. */
	platform: Platform | undefined;
	lines: (Frame | RawLine)[];
	/** Frames of a platform among the lines. */
	frames: number;
	/** Index in `lines` of the first line of text after the last frame, and of the last one; -1 without. */
	firstText: number;
	lastText: number;
	/** There is an empty line between the last frame and that text. */
	paragraph: boolean;
	emptySinceFrame: boolean;
	/** Columns before the header, and before the last frame. */
	headerIndent: number;
	frameIndent: number;
}

/**
 * Puts lines together. Text between a header and frames is message, and so are frames above such text, since messages
 * quote stacks: only what follows the last line of text counts. Where an empty line stands before the text, or the
 * frames below are of another platform, a new section begins instead (JavaScript's messages have empty lines). What is
 * indented below the header as the frame above it is stays among the frames, whatever it says.
 */
export class Sections {
	private readonly closed: Section[] = [];
	private open: OpenSection = emptySection(undefined);
	private readonly depths = new HeaderDepths();
	/** Of the exception last named, for stacks that come without its name. */
	private thrownType = '';
	/** Of the open section, while it has no frames. */
	private headerPlatform: Platform | undefined;
	/** Of the open section's header: its message, line by line, where that is not the text itself. */
	private details: string[] = [];

	/** @param lines Of the whole text. */
	constructor(private readonly lines: readonly string[]) {}

	get platform(): Platform | undefined {
		return this.open.platform;
	}

	add(line: Line, reading: Reading | undefined): void {
		switch (reading?.kind) {
			case 'frame':
				this.addFrame(reading.frame, reading.platform);
				this.open.frameIndent = line.indent;
				break;
			case 'header':
				this.addHeader(line, reading.header, reading.platform);
				break;
			case 'headerDetail':
				this.addDetail(line, reading.message);
				break;
			case 'boundary':
				this.close();
				this.open.lines.push(raw(line));
				break;
			case 'note':
				this.open.lines.push(raw(line));
				break;
			default:
				this.addText(line);
		}
	}

	end(): readonly Section[] {
		this.close();
		return this.closed;
	}

	private addFrame(frame: Frame, platform: Platform | undefined): void {
		if (platform !== undefined) {
			this.makeRoom(platform);
			this.open.platform ??= platform;
			this.open.frames++;
			this.open.firstText = -1;
			this.open.lastText = -1;
			this.open.paragraph = false;
			this.open.emptySinceFrame = false;
		}
		this.open.lines.push(frame);
		if (frame.kind === 'gap' && frame.text.includes('--- ') && isInnerEnd(frame.text)) {
			this.close();
		}
	}

	/** Decides what the lines above a frame are. */
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

	/** Turns everything up to the last line of text into the header's message. */
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

	/** Of text that no grammar knows as one; what is too far above is left out. */
	private makeHeader(lastLine: number): void {
		const { open } = this;
		const firstLine = Math.max(open.lines[open.firstText]?.line ?? lastLine, lastLine - maxMessageLength + 1);
		const before = open.lines.filter(({ line }) => line < firstLine);
		const rest = open.lines.slice(open.lastText + 1);
		open.lines = before;
		open.frames = before.filter(({ kind }) => kind !== 'raw').length;
		this.close();
		const { content, indent } = lineOf(firstLine, this.lines[firstLine] ?? '');
		this.open.header = { kind: 'exception', ...splitWeakHeader(content), depth: 0, firstLine, lastLine };
		this.open.headerIndent = indent;
		this.open.lines = rest;
		this.depths.of(0, 'none');
	}

	private addText(line: Line): void {
		const { open } = this;
		open.lines.push(raw(line));
		if (line.content === '') {
			open.emptySinceFrame = true;
		} else if (open.header?.kind !== 'thread' && open.header?.kind !== 'signal' && !this.isAmongFrames(line)) {
			open.lastText = open.lines.length - 1;
			if (open.firstText === -1) {
				open.firstText = open.lastText;
				open.paragraph = open.emptySinceFrame;
			}
		}
	}

	private isAmongFrames({ indent }: Line): boolean {
		const { header, frames, headerIndent, frameIndent, firstText, emptySinceFrame } = this.open;
		const isBelow = header !== undefined && frames > 0 && firstText === -1 && !emptySinceFrame;
		return isBelow && frameIndent > headerIndent && indent === frameIndent;
	}

	private addHeader(line: Line, header: HeaderLine, platform: Platform | undefined): void {
		const { open } = this;
		const current = open.header;
		if (header.kind === 'thread' && current?.kind === 'thread' && open.lines.length === 0) {
			const [number] = header.message.split(':');
			if (number !== undefined && current.message.startsWith(`${number}:`)) {
				// Apple names a thread on a line of its own.
				current.lastLine = line.number;
				if (header.crashed !== undefined) {
					current.crashed = header.crashed;
				}
				return;
			}
		}
		this.close();
		const { kind, message, crashed } = header;
		const type = header.type === '' && message === '' && kind === 'exception' ? this.thrownType : header.type;
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
		this.headerPlatform = platform;
	}

	private addDetail(line: Line, message: string): void {
		const { header, lines } = this.open;
		if (!header || lines.length > 0) {
			this.addText(line);
			return;
		}
		header.lastLine = line.number;
		this.details.push(message);
	}

	private close(): void {
		const { header, lines, platform } = this.open;
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
			const more = this.lines.slice(header.firstLine + 1, header.lastLine + 1);
			return { ...header, message: [header.message, ...more].join('\n') };
		}
		return header;
	}
}

function emptySection(header: MutableHeader | undefined): OpenSection {
	return {
		header,
		platform: undefined,
		lines: [],
		frames: 0,
		firstText: -1,
		lastText: -1,
		paragraph: false,
		emptySinceFrame: false,
		headerIndent: 0,
		frameIndent: 0,
	};
}

function raw(line: Line): RawLine {
	return { kind: 'raw', line: line.number, text: line.text };
}
