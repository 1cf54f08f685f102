import type { Steps } from '../../../common/steps';
import type { Frame, Header, RawLine, Section, Trace } from '../../trace/model';
import {
	headerLines,
	keptLine,
	keptSection,
	type MappedFrame,
	type MappedLine,
	type MappedSection,
	type MappedTrace,
	noticeFrame,
} from '../result/mapped';
import { TraceAllowance, type TraceLimits, usualTraceLimits } from '../result/traceAllowance';
import type { ClassNames } from './classMapping';
import { frameAt } from './frameText';
import { classNamedBy, mayBeJava } from './heads';
import { type KnownFrame, KnownFrames } from './knownFrames';
import { candidateNames, retraceMessage } from './messageNames';
import { type FrameContext, type Resolution, resolveFrame } from './resolveFrame';
import type { MinifiedFrame, SourcePlace } from './sourcePlaces';

/** Minified names that a trace mentions, for `MappingFile.load`. Some of them may be no classes. */
export function* mentionedClasses(trace: Trace): Steps<Set<string>> {
	const names = new Set<string>();
	for (const { header, lines } of trace.sections.filter(mayBeJava)) {
		yield;
		if (header && header.type !== '') {
			names.add(header.type);
		}
		for (const name of candidateNames(header?.message ?? '')) {
			names.add(name);
		}
		for (const line of lines) {
			yield;
			const type = minifiedFrame(line)?.type ?? classNamedBy(line)?.type;
			if (type !== undefined) {
				names.add(type);
			}
		}
	}
	return names;
}

/**
 * Turns the Java sections of a trace back, line by line; other sections stay as they are.
 * @param known Of the same names, from earlier traces.
 */
export function* retrace(
	trace: Trace,
	names: ClassNames,
	limits: TraceLimits = usualTraceLimits,
	known = new KnownFrames(),
): Steps<MappedTrace> {
	const retracer = new Retracer(names, new TraceAllowance(limits), known);
	const sections: MappedSection[] = [];
	for (const section of trace.sections) {
		sections.push(mayBeJava(section) ? yield* retracer.section(section, trace) : yield* keptSection(section, trace));
	}
	const { leftOut } = retracer;
	return { platform: trace.platform, sections, ...(leftOut && { leftOut }) };
}

/**
 * Google's services and the system's browser load code of theirs into every process. Their short names mean nothing in an
 * application's mapping.
 */
const otherModules = /^com\.google\.android\.gms(?:\.|$)/;
const otherFiles = 'chromium-';

/** What a mapping is asked about a line; undefined for lines that are no managed frame of the application. */
export function minifiedFrame(line: Frame | RawLine): MinifiedFrame | undefined {
	if (line.kind !== 'managed' || line.type === undefined || line.method === undefined) {
		return undefined;
	}
	const { type, method, file, line1, position, module } = line;
	if ((module !== undefined && otherModules.test(module)) || file?.startsWith(otherFiles)) {
		return undefined;
	}
	return { type, method, file, line1, position: line1 ?? (position?.kind === 'dexPc' ? position.offset : undefined) };
}

const noFrames: readonly never[] = [];

const noContext: FrameContext = { thrown: undefined, carried: undefined };

class Retracer {
	constructor(
		private readonly names: ClassNames,
		private readonly allowance: TraceAllowance,
		private readonly known: KnownFrames,
	) {}

	get leftOut(): MappedTrace['leftOut'] {
		return this.allowance.leftOut;
	}

	*section({ platform, header, lines }: Section, trace: Trace): Steps<MappedSection> {
		const mappedHeader = header && this.header(header);
		const text = header && mappedHeader ? this.headerText(header, mappedHeader, trace) : [];
		let context: FrameContext = { thrown: thrownBy(mappedHeader), carried: undefined };
		const mapped: MappedLine[] = [];
		for (const line of lines) {
			yield;
			const frame = minifiedFrame(line);
			if (frame && this.allowance.ended && line.kind !== 'raw') {
				mapped.push(this.names.classes(frame.type).length > 0 ? this.allowance.end(line) : keptLine(line));
				continue;
			}
			if (!frame || line.kind === 'raw') {
				context = noContext;
				mapped.push(this.otherLine(line));
			} else if (this.names.classes(frame.type).length === 0) {
				context = noContext;
				mapped.push(keptLine(line));
			} else if (context.thrown !== undefined || context.carried !== undefined) {
				const resolution = resolveFrame(frame, this.names, context, this.allowance.limits.inlined);
				context = { thrown: undefined, carried: resolution.carried };
				mapped.push(this.line(line, resolution, undefined));
			} else {
				const known = this.known.of(frame);
				known.resolution ??= resolveFrame(frame, this.names, noContext, this.allowance.limits.inlined);
				context = { thrown: undefined, carried: known.resolution.carried };
				mapped.push(this.line(line, known.resolution, known));
			}
		}
		return { platform, header: mappedHeader, headerLines: text, lines: mapped };
	}

	private header(header: Header): Header {
		const [mapping] = header.type === '' ? [] : this.names.classes(header.type);
		return { ...header, type: mapping?.original ?? header.type, message: this.message(header.message) };
	}

	/** The first place of the type is the type; the message comes after it. */
	private headerText(header: Header, { type }: Header, trace: Trace): string[] {
		const text = headerLines(header, trace).join('\n');
		const start = wordStart(text, header.type);
		if (start < 0) {
			return text.split('\n');
		}
		const rest = this.message(text.slice(start + header.type.length));
		return `${text.slice(0, start)}${type}${rest}`.split('\n');
	}

	/** What is no longer allowed stays as it is. */
	private message(text: string): string {
		let cut = false;
		const retraced = retraceMessage(text, this.names, (more) => {
			const allowed = this.allowance.take(0, more);
			cut ||= !allowed;
			return allowed;
		});
		if (cut) {
			this.allowance.leaveLine();
		}
		return retraced;
	}

	private otherLine(line: Frame | RawLine): MappedLine {
		const named = classNamedBy(line);
		const [mapping] = named ? this.names.classes(named.type) : [];
		if (!named || !mapping) {
			return keptLine(line);
		}
		const text = line.text.slice(0, named.start) + mapping.original + this.message(line.text.slice(named.end));
		const kept = keptLine(line.kind === 'raw' ? { ...line, text } : { ...line, text, type: mapping.original });
		return { ...kept, outcome: 'mapped' };
	}

	private line(
		source: Frame,
		{ outcome, choices, more, excess }: Resolution,
		known: KnownFrame | undefined,
	): MappedLine {
		const [first, ...others] = choices;
		if (excess) {
			this.allowance.leaveLine();
		}
		if (outcome === 'kept') {
			return keptLine(source);
		}
		if (first && !this.allows(first, source)) {
			return this.allowance.end(source);
		}
		const alternatives = others.filter((places) => this.allows(places, source));
		const line: MappedLine = {
			source,
			outcome,
			frames: first ? this.framesKnown(first, source, known) : noFrames,
			alternatives: alternatives.length === 0 ? noFrames : alternatives.map((places) => framesOf(places, source)),
			moreAlternatives: more + others.length - alternatives.length,
		};
		return excess ? { ...line, gap: 'limit' } : line;
	}

	private allows(places: readonly SourcePlace[], { text }: Frame): boolean {
		const length = places.reduce((sum, place) => sum + place.type.length + place.method.length, 0);
		return this.allowance.take(places.length - 1, length - text.length);
	}

	/** Lines that are written alike stand for the same frames. */
	private framesKnown(
		places: readonly SourcePlace[],
		source: Frame,
		known: KnownFrame | undefined,
	): readonly MappedFrame[] {
		const { text, module, flags } = source;
		const shown = known?.shown;
		if (shown?.source.text === text && shown.source.module === module && flags.length === 0) {
			return shown.frames;
		}
		const frames = this.framesShown(places, source);
		if (known && flags.length === 0 && places.every(({ omitted }) => omitted === 0)) {
			known.shown = { source, frames };
		}
		return frames;
	}

	private framesShown(places: readonly SourcePlace[], source: Frame): MappedFrame[] {
		return places.flatMap((place) => {
			this.allowance.leaveInlined(place.omitted);
			const notices =
				place.omitted > 0 ? [noticeFrame(source, `... ${place.omitted} inlined frames omitted`, place.omitted)] : [];
			return [...notices, ...framesOf([place], source)];
		});
	}
}

function framesOf(places: readonly SourcePlace[], source: Frame): MappedFrame[] {
	return places.map((place) => ({
		frame: frameAt(place, source),
		fileInferred: place.fileInferred,
		library: false,
	}));
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
