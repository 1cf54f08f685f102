import { type CooperativeTask, itemsPerYield, visitEach } from '../../../common/cooperativeTask';
import type { Frame, Header, RawLine, Section, Trace } from '../../trace/model';
import {
	headerLines as headerLinesOf,
	type LineSink,
	type MappedFrame,
	type MappedLine,
	type MappedSection,
	type MappedTrace,
	noticeFrame,
	unmappedLine,
	unmappedSection,
} from '../result/mapped';
import { PlainLines } from '../result/plainLines';
import { TraceAllowance, type TraceLimits, usualTraceLimits } from '../result/traceAllowance';
import type { SourcePlace } from './choices';
import type { ClassNames } from './classMapping';
import { frameAt } from './frameText';
import { classNamedBy, mayBeJava } from './heads';
import { KnownFrames, type KnownSection, keepResolution, knownResolution } from './knownFrames';
import type { KnownFrame, KnownResolution, KnownRun } from './knownRun';
import { candidateNames, retraceMessage } from './messageNames';
import { type FrameContext, type Resolution, resolveFrame } from './resolveFrame';
import { minifiedFrame } from './sourcePlaces';

/** Returns possible minified names to pass to `MappingFile.load`. Ordinary words can be among them. */
export function* mentionedClasses(trace: Trace, known?: KnownFrames): CooperativeTask<Set<string>> {
	const names = new Set<string>();
	const add = (line: Frame | RawLine | undefined) => {
		const type = line && (minifiedFrame(line)?.type ?? classNamedBy(line)?.type);
		if (type !== undefined) {
			names.add(type);
		}
	};
	for (const { header, lines } of trace.sections.filter(mayBeJava)) {
		yield;
		if (header && header.type !== '') {
			names.add(header.type);
		}
		for (const name of candidateNames(header?.message ?? '')) {
			names.add(name);
		}
		yield* visitEach(lines, (line) => {
			if (!known || line.kind !== 'managed') {
				add(line);
			}
		});
	}
	if (known) {
		const { met, unmet } = yield* known.find(trace);
		add(met);
		yield* visitEach(unmet, ({ frame }) => add(frame));
	}
	return names;
}

export function* retrace(
	trace: Trace,
	names: ClassNames,
	limits: TraceLimits = usualTraceLimits,
	known = new KnownFrames(names),
): CooperativeTask<MappedTrace> {
	const retracer = new Retracer(names, new TraceAllowance(limits));
	const sectionsKnown = yield* known.inTrace(trace);
	const sections: MappedSection[] = [];
	for (const [index, section] of trace.sections.entries()) {
		if (mayBeJava(section)) {
			const mapped = new MappedLines();
			const { header, headerLines } = retracer.head(section, trace);
			yield* retracer.lines(section.lines, sectionsKnown[index] ?? nothing, header, mapped);
			sections.push({ platform: section.platform, header, headerLines, lines: mapped.lines });
		} else {
			sections.push(yield* unmappedSection(section, trace));
		}
	}
	const { leftOut } = retracer;
	return { platform: trace.platform, sections, ...(leftOut && { leftOut }) };
}

/** Deobfuscates a trace. Has the same result as `retrace` followed by `plainTrace`, but is faster. */
export function* retracePlain(trace: Trace, names: ClassNames, known: KnownFrames): CooperativeTask<Trace> {
	const retracer = new Retracer(names, new TraceAllowance(usualTraceLimits));
	const sectionsKnown = yield* known.inTrace(trace);
	const plain = new PlainLines();
	for (const [index, section] of trace.sections.entries()) {
		yield;
		if (mayBeJava(section)) {
			const { header, headerLines } = retracer.head(section, trace);
			plain.beginSection(section.platform, header, headerLines);
			yield* retracer.lines(section.lines, sectionsKnown[index] ?? nothing, header, plain);
		} else {
			plain.beginSection(section.platform, section.header, headerLinesOf(section.header, trace));
			yield* visitEach(section.lines, (line) => plain.unchanged(line));
		}
	}
	return plain.end(trace.platform);
}

class MappedLines implements LineSink {
	readonly lines: MappedLine[] = [];

	unchanged(line: Frame | RawLine): void {
		this.lines.push(unmappedLine(line));
	}

	made(line: MappedLine, source: Frame | RawLine): void {
		this.lines.push(line.source === source ? line : { ...line, source });
	}
}

const noFrames: readonly never[] = [];

const nothing: KnownSection = { lines: [], runs: [] };

const noContext: FrameContext = { thrown: undefined, carried: undefined };

class Retracer {
	constructor(
		private readonly names: ClassNames,
		private readonly allowance: TraceAllowance,
	) {}

	get leftOut(): MappedTrace['leftOut'] {
		return this.allowance.leftOut;
	}

	head({ header }: Section, trace: Trace): Pick<MappedSection, 'header' | 'headerLines'> {
		const mapped = header && this.header(header);
		return { header: mapped, headerLines: header && mapped ? this.headerText(header, mapped, trace) : [] };
	}

	*lines(
		lines: Section['lines'],
		{ lines: knownLines, runs }: KnownSection,
		header: Header | undefined,
		into: LineSink,
	): CooperativeTask<void> {
		const thrown = thrownBy(header);
		let context: FrameContext = thrown === undefined ? noContext : { thrown, carried: undefined };
		let nextRun = 0;
		for (let index = 0; index < lines.length; index++) {
			const begins = runs[nextRun];
			if (begins?.first === index) {
				nextRun++;
				if (context === noContext && this.showRun(begins.run, into)) {
					index += begins.run.frames.length - 1;
					continue;
				}
			}
			const line = lines[index];
			const known = knownLines[index];
			if (!line) {
				break;
			}
			if (index % itemsPerYield === itemsPerYield - 1) {
				yield;
			}
			if (!known || line.kind === 'raw') {
				context = noContext;
				this.otherLine(line, into);
			} else if (!known.isNamed) {
				context = noContext;
				into.unchanged(line);
			} else if (this.allowance.ended) {
				context = noContext;
				into.made(this.allowance.end(line), line);
			} else if (context.carried !== undefined) {
				yield;
				const resolution = this.resolve(known, context);
				context = { thrown: undefined, carried: resolution.carried };
				into.made(this.line(line, resolution), line);
			} else {
				let found = knownResolution(known, context.thrown);
				if (!found) {
					yield;
					found = { resolution: this.resolve(known, context) };
					keepResolution(known, context.thrown, found);
				}
				const { carried } = found.resolution;
				context = carried === undefined ? noContext : { thrown: undefined, carried };
				into.made(this.lineKnown(line, known, found), line);
			}
		}
	}

	private showRun(run: KnownRun, into: LineSink): boolean {
		const { shown } = run;
		if (into.nextLine === undefined || !shown || this.allowance.ended || !this.allowance.take(shown.took)) {
			return false;
		}
		into.addNumbered?.(run.numberedFrom(into.nextLine));
		return true;
	}

	private header(header: Header): Header {
		const [mapping] = header.type === '' ? [] : this.names.classes(header.type);
		return { ...header, type: mapping?.original ?? header.type, message: this.message(header.message) };
	}

	/** Replaces the first occurrence of the type in the header. The text after the type is treated as the message. */
	private headerText(header: Header, { type }: Header, trace: Trace): string[] {
		const text = headerLinesOf(header, trace).join('\n');
		const start = wordStart(text, header.type);
		if (start < 0) {
			return text.split('\n');
		}
		const rest = this.message(text.slice(start + header.type.length));
		return `${text.slice(0, start)}${type}${rest}`.split('\n');
	}

	/** Returns the deobfuscated message. A name stays minified if it would exceed the trace's size limit. */
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

	private otherLine(line: Frame | RawLine, into: LineSink): void {
		const named = classNamedBy(line);
		const [mapping] = named ? this.names.classes(named.type) : [];
		if (!named || !mapping) {
			into.unchanged(line);
			return;
		}
		const text = line.text.slice(0, named.start) + mapping.original + this.message(line.text.slice(named.end));
		const unchanged = unmappedLine(line.kind === 'raw' ? { ...line, text } : { ...line, text, type: mapping.original });
		into.made({ ...unchanged, outcome: 'mapped' }, unchanged.source);
	}

	private resolve({ frame }: KnownFrame, context: FrameContext): Resolution {
		return resolveFrame(frame, this.names, context, this.allowance.limits.inlined);
	}

	/** Returns the cached line, or creates and caches it. Its `source` may be another frame with the same text. */
	private lineKnown(source: Frame, { source: written }: KnownFrame, known: KnownResolution): MappedLine {
		const { shown } = known;
		if (shown && this.allowance.take(shown.took)) {
			return shown.line;
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
		if (outcome === 'unchanged') {
			return unmappedLine(source);
		}
		if (first && !this.allows(first, source)) {
			return this.allowance.end(source);
		}
		const alternatives = others.filter((places) => this.allows(places, source));
		const line: MappedLine = {
			source,
			outcome,
			frames: first ? this.framesShown(first, source) : noFrames,
			alternatives: alternatives.length === 0 ? noFrames : alternatives.map((places) => getFrames(places, source)),
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
			return [...notices, ...getFrames([place], source)];
		});
	}
}

function getFrames(places: readonly SourcePlace[], source: Frame): MappedFrame[] {
	return places.map((place) => ({
		frame: frameAt(place, source),
		fileInferred: place.fileInferred,
		library: false,
	}));
}

/** Returns true if the line is complete and can be used for other frames with the same text. */
function isWhole({ outcome, gap, alternatives, moreAlternatives }: MappedLine, { choices, more }: Resolution): boolean {
	const [first = noFrames, ...others] = choices;
	return (
		outcome !== 'unchanged' &&
		gap === undefined &&
		alternatives.length === others.length &&
		moreAlternatives === more &&
		first.every(({ omitted }) => omitted === 0)
	);
}

function thrownBy(header: Header | undefined): string | undefined {
	const throws = header && header.kind !== 'thread' && header.kind !== 'signal' && header.type !== '';
	return throws ? header.type : undefined;
}

/** Returns the position of a name that is a whole word, such as `b` in `Caused by: b`. */
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
