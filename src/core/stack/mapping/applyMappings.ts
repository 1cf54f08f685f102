import { throwIfAborted } from '../../common/cancellation';
import { isProblem } from '../../common/errors';
import { Pace } from '../../common/pace';
import { type Steps, visitEach } from '../../common/steps';
import type { Trace } from '../trace/model';
import type { LoadedNames, MappingSource } from './openMappings';
import type { ClassNames } from './r8/classMapping';
import type { KnownFrames } from './r8/knownFrames';
import { mentionedClasses, retrace, retracePlain } from './r8/retrace';
import { retraceFit } from './r8/retraceFit';
import type { Fit } from './result/fit';
import { type MappedLine, type MappedSection, type MappedTrace, plainTrace } from './result/mapped';
import { type MappingProblem, type Opened, refused } from './result/mappingProblem';
import type { LeftOut } from './result/traceAllowance';
import type { SourceMapFile } from './sourceMap/sourceMapFile';
import { bundleName, sourceMapFit, unminify } from './sourceMap/unminify';
import type { MappingKind } from './usualPlaces';

/** A file to deobfuscate a trace with. */
export interface MappingFileRef {
	readonly kind: Extract<MappingKind, 'r8' | 'sourceMap'>;
	/** Absolute. */
	readonly path: string;
	/** Base name of the bundle that a source map is of; undefined where the file's name tells it. */
	readonly bundle?: string | undefined;
	/** By a person, who must hear of it also when it is not needed. */
	readonly chosen?: boolean | undefined;
	/** Its path names the version of the record, or a person chose it for that. */
	readonly ofVersion?: boolean | undefined;
}

/** What became of one file that was tried. */
export interface TriedMapping {
	readonly file: MappingFileRef;
	readonly result:
		| { readonly kind: 'used'; readonly fit: Fit }
		| { readonly kind: 'doesNotFit'; readonly fit: Fit }
		| { readonly kind: 'refused'; readonly problem: MappingProblem }
		/** One that goes before it is used; this one was not opened. */
		| { readonly kind: 'notNeeded' };
}

/** A trace as it was and as it was written. */
export interface AppliedMappings {
	/** Undefined when no file fits. */
	readonly mapped: MappedTrace | undefined;
	/** `mapped` as if it had been written so; the text's own trace when no file fits. */
	readonly plain: Trace;
	/** In the order they were tried. Those that were not needed are left out unless a person chose them. */
	readonly tried: readonly TriedMapping[];
}

/**
 * What a file must show before it is used. `fit`: it explains the trace. `build`: it is of the trace's build as well, by
 * an ID that both have, or since its path names the version or a person chose it for that; what merely fits may be of a
 * neighbouring build.
 */
type RequiredProof = 'fit' | 'build';

/**
 * Deobfuscates a trace with those of the files that fit, as `tryMappings` does.
 * @throws AppError `cancelled`
 */
export async function applyMappings(
	trace: Trace,
	files: readonly MappingFileRef[],
	mappings: MappingSource,
	signal: AbortSignal,
): Promise<AppliedMappings> {
	const pace = new Pace(signal);
	const { tried, mapped: make } = await tryMappings(trace, files, mappings, pace, 'fit');
	const mapped = await make();
	return { mapped, plain: mapped ? (await pace.through(plainTrace(mapped))).result : trace, tried };
}

/** What came of the files, and what makes a trace of those that fit: undefined where none does. */
interface TriedMappings extends Pick<AppliedMappings, 'tried'> {
	/** Paths of those that fit. */
	readonly used: readonly string[];
	/** @throws AppError `cancelled` */
	mapped(): Promise<MappedTrace | undefined>;
	/** As `plainTrace` has that, in less time. @throws AppError `cancelled` */
	plain(): Promise<Trace | undefined>;
	/** Whether the R8 file that fits names a class of the trace. */
	names(type: string): boolean;
}

/**
 * Tries the files in their order. The first R8 file that fits is used, and the first source map that fits for each
 * bundle; those after it are not opened. A file that cannot be read is no reason not to try the next.
 * @throws AppError `cancelled`
 */
export async function tryMappings(
	trace: Trace,
	files: readonly MappingFileRef[],
	mappings: MappingSource,
	pace: Pace,
	required: RequiredProof,
): Promise<TriedMappings> {
	const attempt = new Attempt(trace, mappings, pace, required);
	const tried: TriedMapping[] = [];
	const used: string[] = [];
	for (const file of files) {
		throwIfAborted(pace.signal);
		const result = await attempt.use(file).catch(refusedForDisk);
		if (result.kind === 'used') {
			used.push(file.path);
		}
		if (result.kind !== 'notNeeded' || file.chosen) {
			tried.push({ file, result });
		}
	}
	return {
		tried,
		used,
		mapped: () => attempt.mapped(),
		plain: () => attempt.plain(),
		names: (type) => attempt.names(type),
	};
}

type Result = TriedMapping['result'];

const notNeeded: Result = { kind: 'notNeeded' };

/** The R8 file that a trace is turned back with. */
interface FittingNames {
	readonly names: ClassNames;
	readonly known: KnownFrames | undefined;
}

class Attempt {
	private fitting: FittingNames | undefined;
	private readonly maps = new Map<string, SourceMapFile>();
	private mentioned: ReadonlySet<string> | undefined;
	private bundles: ReadonlySet<string> | undefined;

	constructor(
		private readonly trace: Trace,
		private readonly mappings: MappingSource,
		private readonly pace: Pace,
		private readonly required: RequiredProof,
	) {}

	async use(file: MappingFileRef): Promise<Result> {
		return file.kind === 'r8' ? this.useR8(file) : this.useSourceMap(file);
	}

	async mapped(): Promise<MappedTrace | undefined> {
		const { fitting, maps, trace, pace } = this;
		const retraced = fitting && (await pace.through(retrace(trace, fitting.names, undefined, fitting.known))).result;
		if (maps.size === 0) {
			return retraced;
		}
		const { result: unminified } = await pace.through(unminify(trace, (bundle) => maps.get(bundle)));
		return retraced ? (await pace.through(merged(retraced, unminified))).result : unminified;
	}

	async plain(): Promise<Trace | undefined> {
		const { fitting, maps, trace, pace } = this;
		if (fitting?.known && maps.size === 0) {
			return (await pace.through(retracePlain(trace, fitting.names, fitting.known))).result;
		}
		const mapped = await this.mapped();
		return mapped && (await pace.through(plainTrace(mapped))).result;
	}

	names(type: string): boolean {
		return this.fitting !== undefined && this.fitting.names.classes(type).length > 0;
	}

	private async useR8(file: MappingFileRef): Promise<Result> {
		const { path, ofVersion = false } = file;
		if (this.fitting) {
			return notNeeded;
		}
		const loaded = await this.load(path);
		if (loaded.kind !== 'opened') {
			return loaded;
		}
		const { names, headers, known } = loaded.mapping;
		const evidence = { headers, ofVersion, known };
		const fit = this.proven((await this.pace.through(retraceFit(this.trace, names, evidence))).result, file);
		if (fit.kind === 'fits') {
			this.fitting = { names, known };
		}
		return resultOf(fit);
	}

	private async load(path: string): Promise<Opened<LoadedNames> | Result> {
		for (;;) {
			const known = this.mappings.known?.(path);
			const mentioned = await this.mentionedClasses(known);
			if (mentioned.size === 0) {
				return { kind: 'doesNotFit', fit: { kind: 'nothingToMap' } };
			}
			const loaded = await this.mappings.classes(path, mentioned, this.pace.signal);
			if (loaded.kind === 'refused' || loaded.mapping.known === known) {
				return loaded;
			}
			// What is known was begun anew, and lacks the classes that were left out.
		}
	}

	private async mentionedClasses(known: KnownFrames | undefined): Promise<ReadonlySet<string>> {
		if (known) {
			return (await this.pace.through(mentionedClasses(this.trace, known))).result;
		}
		this.mentioned ??= (await this.pace.through(mentionedClasses(this.trace))).result;
		return this.mentioned;
	}

	private async useSourceMap(file: MappingFileRef): Promise<Result> {
		this.bundles ??= (await this.pace.through(bundlesIn(this.trace))).result;
		const { bundles } = this;
		const names = file.bundle === undefined ? bundlesNamedBy(file.path) : [file.bundle];
		const own = names.filter((name) => bundles.has(name));
		const open = own.filter((name) => !this.maps.has(name));
		if (open.length === 0) {
			return own.length > 0 ? notNeeded : { kind: 'doesNotFit', fit: { kind: 'nothingToMap' } };
		}
		const opened = await this.mappings.sourceMap(file.path, this.pace.signal);
		if (opened.kind === 'refused') {
			return opened;
		}
		const map = opened.mapping;
		const { result } = await this.pace.through(
			sourceMapFit(this.trace, (bundle) => (open.includes(bundle) ? map : undefined)),
		);
		const fit = this.proven(result, file);
		if (fit.kind === 'fits') {
			for (const bundle of open) {
				this.maps.set(bundle, map);
			}
		}
		return resultOf(fit);
	}

	private proven(fit: Fit, { ofVersion }: MappingFileRef): Fit {
		const isProven = this.required === 'fit' || fit.kind !== 'fits' || fit.by === 'mapId' || ofVersion === true;
		return isProven ? fit : { kind: 'doesNotFit', reason: 'unproven', score: fit.score };
	}
}

function resultOf(fit: Fit): Result {
	return { kind: fit.kind === 'fits' ? 'used' : 'doesNotFit', fit };
}

function refusedForDisk(error: unknown): Result {
	if (!isProblem(error, 'disk')) {
		throw error;
	}
	const { fault, code } = error.problem;
	return refused({ kind: 'unreadable', fault, code });
}

function* bundlesIn(trace: Trace): Steps<ReadonlySet<string>> {
	const bundles = new Set<string>();
	for (const { lines } of trace.sections) {
		yield;
		yield* visitEach(lines, (line) => {
			if (line.kind === 'javascript' && line.file !== undefined) {
				bundles.add(bundleName(line.file));
			}
		});
	}
	return bundles;
}

/** `index.android.bundle.map` is of `index.android.bundle`; `index-4f2a.hbc.map` of that, or of `index-4f2a`. */
function bundlesNamedBy(path: string): string[] {
	const [base = ''] = path.split(/[\\/]/).slice(-1);
	const name = base.replace(/\.map$/i, '');
	return [...new Set([name, name.replace(/\.hbc$/i, '')])];
}

/** The two explain different lines of the same trace. */
function* merged(retraced: MappedTrace, unminified: MappedTrace): Steps<MappedTrace> {
	const isScript = ({ source, outcome, gap }: MappedLine) =>
		source.kind === 'javascript' && (outcome !== 'kept' || gap !== undefined);
	const leftOut = bothLeftOut(retraced.leftOut, unminified.leftOut);
	const sections: MappedSection[] = [];
	for (const [index, section] of retraced.sections.entries()) {
		const scripts = unminified.sections[index]?.lines ?? [];
		const lines: MappedLine[] = [];
		for (const [number, line] of section.lines.entries()) {
			yield;
			const script = scripts[number];
			lines.push(script && isScript(script) ? script : line);
		}
		sections.push({ ...section, lines });
	}
	return { platform: retraced.platform, ...(leftOut && { leftOut }), sections };
}

function bothLeftOut(a: LeftOut | undefined, b: LeftOut | undefined): LeftOut | undefined {
	return a && b ? { inlined: a.inlined + b.inlined, lines: a.lines + b.lines } : (a ?? b);
}
