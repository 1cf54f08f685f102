import { type CooperativeTask, visitEach } from '../../../common/cooperativeTask';
import type { Frame, Header, Platform, RawLine, Section, Trace } from '../../trace/model';
import type { LineSink, MappedLine, MappedTrace } from './mapped';

export class PlainLines implements LineSink {
	private readonly lines: string[] = [];
	private readonly sections: Section[] = [];
	private linesOfSection: (Frame | RawLine)[] = [];

	beginSection(platform: Platform, header: Header | undefined, headerLines: readonly string[]): void {
		const firstLine = this.lines.length;
		for (const text of headerLines) {
			this.lines.push(text);
		}
		const headerPlace = header && {
			...header,
			firstLine,
			lastLine: this.lines.length - 1,
			...(header.errorLine !== undefined && { errorLine: header.errorLine + firstLine - header.firstLine }),
		};
		this.linesOfSection = [];
		this.sections.push({ platform, header: headerPlace, lines: this.linesOfSection });
	}

	unchanged(line: Frame | RawLine): void {
		this.add(line);
	}

	made({ frames }: Pick<MappedLine, 'frames'>, source: Frame | RawLine): void {
		if (source.kind === 'raw') {
			this.add(source);
			return;
		}
		for (const { frame } of frames) {
			this.add(frame);
		}
	}

	get nextLine(): number {
		return this.lines.length;
	}

	addNumbered(frames: readonly Frame[]): void {
		for (const frame of frames) {
			this.lines.push(frame.text);
			this.linesOfSection.push(frame);
		}
	}

	end(platform: Platform): Trace {
		return { platform, sections: this.sections, lines: this.lines };
	}

	private add(line: Frame | RawLine): void {
		const number = this.lines.push(line.text) - 1;
		this.linesOfSection.push(line.line === number ? line : moved(line, number));
	}
}

function moved(line: Frame | RawLine, to: number): Frame | RawLine {
	if (line.kind === 'raw' || line.lastLine === undefined) {
		return { ...line, line: to };
	}
	const by = to - line.line;
	const { lastLine, placeLink } = line;
	return {
		...line,
		line: to,
		lastLine: lastLine + by,
		...(placeLink && { placeLink: { ...placeLink, line: placeLink.line + by } }),
	};
}

/** Returns a trace with the first alternative for each line and with new line numbers. */
export function* plainTrace({ platform, sections }: MappedTrace): CooperativeTask<Trace> {
	const plain = new PlainLines();
	for (const section of sections) {
		plain.beginSection(section.platform, section.header, section.headerLines);
		yield* visitEach(section.lines, (line) => plain.made(line, line.source));
		yield;
	}
	return plain.end(platform);
}
