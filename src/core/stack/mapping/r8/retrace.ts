import { type Steps, stepsPerYield, visitEach } from '../../../common/steps';
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
import { type KnownFrame, KnownFrames, type KnownResolution } from './knownFrames';
import { candidateNames, retraceMessage } from './messageNames';
import { type FrameContext, type Resolution, resolveFrame } from './resolveFrame';
import { minifiedFrame, type SourcePlace } from './sourcePlaces';

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
		yield* visitEach(lines, (line) => {
			const type = minifiedFrame(line)?.type ?? classNamedBy(line)?.type;
			if (type !== undefined) {
				names.add(type);
			}
		});
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
	known = new KnownFrames(names),
): Steps<MappedTrace> {
	const retracer = new Retracer(names, new TraceAllowance(limits));
	const knownLines = yield* known.inTrace(trace);
	const sections: MappedSection[] = [];
	for (const [index, section] of trace.sections.entries()) {
		const mapped = mayBeJava(section)
			? retracer.section(section, knownLines[index] ?? [], trace)
			: keptSection(section, trace);
		sections.push(yield* mapped);
	}
	const { leftOut } = retracer;
	return { platform: trace.platform, sections, ...(leftOut && { leftOut }) };
}

const noFrames: readonly never[] = [];

const noContext: FrameContext = { thrown: undefined, carried: undefined };

class Retracer {
	constructor(
		private readonly names: ClassNames,
		private readonly allowance: TraceAllowance,
	) {}

	get leftOut(): MappedTrace['leftOut'] {
		return this.allowance.leftOut;
	}

	*section(
		{ platform, header, lines }: Section,
		knownLines: readonly (KnownFrame | undefined)[],
		trace: Trace,
	): Steps<MappedSection> {
		const mappedHeader = header && this.header(header);
		const text = header && mappedHeader ? this.headerText(header, mappedHeader, trace) : [];
		let context: FrameContext = { thrown: thrownBy(mappedHeader), carried: undefined };
		const mapped: MappedLine[] = [];
		for (const [index, line] of lines.entries()) {
			if (index % stepsPerYield === stepsPerYield - 1) {
				yield;
			}
			const known = knownLines[index];
			if (!known || line.kind === 'raw') {
				context = noContext;
				mapped.push(this.otherLine(line));
			} else if (!known.isNamed || this.allowance.ended) {
				context = noContext;
				mapped.push(known.isNamed ? this.allowance.end(line) : keptLine(line));
			} else if (context.carried !== undefined) {
				yield;
				const resolution = this.resolve(known, context);
				context = { thrown: undefined, carried: resolution.carried };
				mapped.push(this.line(line, resolution));
			} else {
				let found = known.resolutions.get(context.thrown);
				if (!found) {
					yield;
					found = { resolution: this.resolve(known, context) };
					known.resolutions.set(context.thrown, found);
				}
				context = { thrown: undefined, carried: found.resolution.carried };
				mapped.push(this.lineKnown(line, known, found));
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
			const allowed = this.allowance.take({ frames: 0, characters: more });
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

	private resolve({ frame }: KnownFrame, context: FrameContext): Resolution {
		return resolveFrame(frame, this.names, context, this.allowance.limits.inlined);
	}

	/** Lines that are written alike stand for the same. */
	private lineKnown(source: Frame, { source: written }: KnownFrame, known: KnownResolution): MappedLine {
		const { shown } = known;
		if (shown && this.allowance.take(shown.took)) {
			return { ...shown.line, source };
		}
		const { left } = this.allowance;
		const line = this.line(source, known.resolution);
		if (isWhole(line, known.resolution)) {
			known.shown = { line: { ...line, source: written }, took: this.allowance.takenSince(left) };
		}
		return line;
	}

	private line(source: Frame, { outcome, choices, more, excess }: Resolution): MappedLine {
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
			frames: first ? this.framesShown(first, source) : noFrames,
			alternatives: alternatives.length === 0 ? noFrames : alternatives.map((places) => framesOf(places, source)),
			moreAlternatives: more + others.length - alternatives.length,
		};
		return excess ? { ...line, gap: 'limit' } : line;
	}

	private allows(places: readonly SourcePlace[], { text }: Frame): boolean {
		const length = places.reduce((sum, place) => sum + place.type.length + place.method.length, 0);
		return this.allowance.take({ frames: places.length - 1, characters: length - text.length });
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

/** Whether nothing is left out, and nothing is of this line alone. */
function isWhole({ outcome, gap, alternatives, moreAlternatives }: MappedLine, { choices, more }: Resolution): boolean {
	const [first = noFrames, ...others] = choices;
	return (
		outcome !== 'kept' &&
		gap === undefined &&
		alternatives.length === others.length &&
		moreAlternatives === more &&
		first.every(({ omitted }) => omitted === 0)
	);
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
