import type { Frame, Header, RawLine, Section, Trace } from '../../model';
import {
	headerLines,
	keptLine,
	keptSection,
	type MappedFrame,
	type MappedLine,
	type MappedSection,
	type MappedTrace,
} from '../mapped';
import type { ClassNames } from './classMapping';
import { frameAt } from './frameText';
import { candidateNames, retraceMessage } from './messageNames';
import { type FrameContext, type MinifiedFrame, type Resolution, resolveFrame, type SourcePlace } from './resolveFrame';

/** Minified names that a trace mentions, for `MappingFile.load`. Some of them may be no classes. */
export function mentionedClasses(trace: Trace): Set<string> {
	const names = new Set<string>();
	for (const { header, lines } of trace.sections.filter(isJava)) {
		if (header && header.type !== '') {
			names.add(header.type);
		}
		for (const name of candidateNames(header?.message ?? '')) {
			names.add(name);
		}
		for (const line of lines) {
			const frame = minifiedFrame(line);
			if (frame) {
				names.add(frame.type);
			}
		}
	}
	return names;
}

/** Turns the Java sections of a trace back; other sections stay as they are. */
export function retrace(trace: Trace, names: ClassNames): MappedTrace {
	const retracer = new Retracer(names);
	const sections = trace.sections.map((section) =>
		isJava(section) ? retracer.section(section, trace) : keptSection(section, trace),
	);
	return { platform: trace.platform, sections };
}

/** Google's services load code of theirs into every process. Its short names mean nothing in an application's mapping. */
const otherApps = /^com\.google\.android\.gms(?:\.|$)/;

/** What a mapping is asked about a line; undefined for lines that are no managed frame of the application. */
export function minifiedFrame(line: Frame | RawLine): MinifiedFrame | undefined {
	if (line.kind !== 'managed' || line.type === undefined || line.method === undefined) {
		return undefined;
	}
	const { type, method, file, line1, position, module } = line;
	if (module !== undefined && otherApps.test(module)) {
		return undefined;
	}
	return { type, method, file, line1, position: line1 ?? (position?.kind === 'dexPc' ? position.offset : undefined) };
}

function isJava({ platform }: Section): boolean {
	return platform === 'jvm';
}

const noContext: FrameContext = { thrown: undefined, carried: undefined };

class Retracer {
	/** A stack that overflowed has the same few frames thousands of times. */
	private readonly known = new Map<string, Resolution>();

	constructor(private readonly names: ClassNames) {}

	section({ platform, header, lines }: Section, trace: Trace): MappedSection {
		const mappedHeader = header && this.header(header);
		let context: FrameContext = { thrown: thrownBy(mappedHeader), carried: undefined };
		const mapped = lines.map((line) => {
			const frame = minifiedFrame(line);
			const resolution = frame && this.resolve(frame, context);
			context = { thrown: undefined, carried: resolution?.carried };
			return resolution && line.kind !== 'raw' ? this.line(line, resolution) : keptLine(line);
		});
		const text = header && mappedHeader ? this.headerText(header, mappedHeader, trace) : [];
		return { platform, header: mappedHeader, headerLines: text, lines: mapped };
	}

	private header(header: Header): Header {
		const [mapping] = header.type === '' ? [] : this.names.classes(header.type);
		return { ...header, type: mapping?.original ?? header.type, message: retraceMessage(header.message, this.names) };
	}

	/** The first place of the type is the type; the message comes after it. */
	private headerText(header: Header, { type }: Header, trace: Trace): string[] {
		const text = headerLines(header, trace).join('\n');
		const start = wordStart(text, header.type);
		if (start < 0) {
			return text.split('\n');
		}
		const rest = retraceMessage(text.slice(start + header.type.length), this.names);
		return `${text.slice(0, start)}${type}${rest}`.split('\n');
	}

	private resolve(frame: MinifiedFrame, context: FrameContext): Resolution {
		if (context.thrown !== undefined || context.carried !== undefined) {
			return resolveFrame(frame, this.names, context);
		}
		const { type, method, file, position, line1 } = frame;
		const key = `${type}\n${method}\n${file}\n${position}\n${line1}`;
		let resolution = this.known.get(key);
		if (!resolution) {
			resolution = resolveFrame(frame, this.names, noContext);
			this.known.set(key, resolution);
		}
		return resolution;
	}

	private line(source: Frame, { outcome, choices, more }: Resolution): MappedLine {
		if (outcome === 'kept') {
			return keptLine(source);
		}
		const mapped = (places: readonly SourcePlace[]): MappedFrame[] =>
			places.map((place) => ({
				frame: frameAt(place, source),
				fileInferred: place.fileInferred,
				library: false,
			}));
		const [frames = [], ...alternatives] = choices.map(mapped);
		return { source, outcome, frames, alternatives, moreAlternatives: more };
	}
}

/** Rules for a type of exception count for the frame directly below its line. */
function thrownBy(header: Header | undefined): string | undefined {
	const throws = header && header.kind !== 'thread' && header.kind !== 'signal' && header.type !== '';
	return throws ? header.type : undefined;
}

/** Where a name stands that is not a part of a longer one: `b` in `Caused by: b`. */
function wordStart(text: string, name: string): number {
	for (let start = text.indexOf(name); start >= 0 && name !== ''; start = text.indexOf(name, start + 1)) {
		if (
			!/[\p{L}\p{N}_$.-]/u.test(text.charAt(start - 1)) &&
			!/[\p{L}\p{N}_$]/u.test(text.charAt(start + name.length))
		) {
			return start;
		}
	}
	return -1;
}
