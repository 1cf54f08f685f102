import { throwIfAborted } from '../../common/cancellation';
import { type CooperativeTask, visitEach } from '../../common/cooperativeTask';
import { isProblem } from '../../common/errors';
import { Scheduler } from '../../common/scheduler';
import type { Trace } from '../trace/model';
import type { MappingKind } from './defaultLocations';
import type { LoadedNames, MappingSource } from './openMappings';
import type { ClassNames } from './r8/classMapping';
import type { KnownFrames } from './r8/knownFrames';
import { mentionedClasses, retrace, retracePlain } from './r8/retrace';
import { retraceFit } from './r8/retraceFit';
import type { Fit } from './result/fit';
import type { LeftOut, MappedLine, MappedSection, MappedTrace } from './result/mapped';
import { type MappingProblem, type Opened, refused } from './result/mappingProblem';
import { plainTrace } from './result/plainLines';
import type { SourceMapFile } from './sourceMap/sourceMapFile';
import { bundleName, sourceMapFit, unminify, unnamedBundle } from './sourceMap/unminify';
import { classesOfAll, differentTraces, explainsVersion } from './versionFit';

export interface MappingFileRef {
	readonly kind: Extract<MappingKind, 'r8' | 'sourceMap'>;
	readonly path: string;
	/** Base name of the source map's bundle. If undefined, it is derived from the file name. */
	readonly bundle?: string | undefined;
	/** Whether the user selected the file. If so, the result mentions the file even if it wasn't needed. */
	readonly chosen?: boolean | undefined;
	readonly ofVersion?: boolean | undefined;
}

export interface TriedMapping {
	readonly file: MappingFileRef;
	readonly result:
		| { readonly kind: 'used'; readonly fit: Fit }
		| { readonly kind: 'doesNotFit'; readonly fit: Fit }
		| { readonly kind: 'refused'; readonly problem: MappingProblem }
		| { readonly kind: 'notNeeded' };
}

export interface AppliedMappings {
	readonly mapped: MappedTrace | undefined;
	readonly plain: Trace;
	/** Results in the order in which mapping files were tried. Includes unneeded files only if the user selected them. */
	readonly tried: readonly TriedMapping[];
}

/**
 * Proof that is required for a mapping file. `build` means proof that the file and the trace are from the same build.
 */
type RequiredProof = 'fit' | 'build';

/** Returns other traces of the same version. Without other proof, an R8 mapping must fit these traces too. */
export type OtherTraces = () => Promise<readonly Trace[]>;

const noOthers: OtherTraces = async () => [];

/** Deobfuscates a trace with the files that fit it. Throws `cancelled`. */
export async function applyMappings(
	trace: Trace,
	files: readonly MappingFileRef[],
	mappings: MappingSource,
	signal: AbortSignal,
	others?: OtherTraces,
): Promise<AppliedMappings> {
	const scheduler = new Scheduler(signal);
	const { tried, mapped: make } = await tryMappings(trace, files, mappings, scheduler, 'fit', others);
	const mapped = await make();
	return { mapped, plain: mapped ? (await scheduler.run(plainTrace(mapped))).result : trace, tried };
}

/** Results of `tryMappings`. The methods return undefined if no file fits. */
interface TriedMappings extends Pick<AppliedMappings, 'tried'> {
	readonly used: readonly string[];
	/** Returns the deobfuscated trace, including the alternatives for each line. Throws `cancelled`. */
	mapped(): Promise<MappedTrace | undefined>;
	/** Returns the deobfuscated trace without alternatives. Faster than `mapped`. Throws `cancelled`. */
	plain(): Promise<Trace | undefined>;
	names(type: string): boolean;
}

/**
 * Tries mapping files. Uses the first R8 mapping that fits and, for each bundle, the first source map that fits. Throws
 * `cancelled`.
 */
export async function tryMappings(
	trace: Trace,
	files: readonly MappingFileRef[],
	mappings: MappingSource,
	scheduler: Scheduler,
	required: RequiredProof,
	others = noOthers,
): Promise<TriedMappings> {
	const attempt = new Attempt(trace, mappings, scheduler, required, others);
	const tried: TriedMapping[] = [];
	const used: string[] = [];
	for (const file of files) {
		throwIfAborted(scheduler.signal);
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

interface FittingNames {
	readonly names: ClassNames;
	readonly known: KnownFrames | undefined;
}

class Attempt {
	private fitting: FittingNames | undefined;
	private readonly maps = new Map<string, SourceMapFile>();
	private mentioned: ReadonlySet<string> | undefined;
	private bundles: ReadonlySet<string> | undefined;
	private otherTraces: readonly Trace[] | undefined;

	constructor(
		private readonly trace: Trace,
		private readonly mappings: MappingSource,
		private readonly scheduler: Scheduler,
		private readonly required: RequiredProof,
		private readonly others: OtherTraces,
	) {}

	async use(file: MappingFileRef): Promise<Result> {
		return file.kind === 'r8' ? this.useR8(file) : this.useSourceMap(file);
	}

	async mapped(): Promise<MappedTrace | undefined> {
		const { fitting, maps, trace, scheduler } = this;
		const retraced = fitting && (await scheduler.run(retrace(trace, fitting.names, undefined, fitting.known))).result;
		if (maps.size === 0) {
			return retraced;
		}
		const { result: unminified } = await scheduler.run(unminify(trace, (bundle) => maps.get(bundle)));
		return retraced ? (await scheduler.run(merged(retraced, unminified))).result : unminified;
	}

	async plain(): Promise<Trace | undefined> {
		const { fitting, maps, trace, scheduler } = this;
		if (fitting?.known && maps.size === 0) {
			return (await scheduler.run(retracePlain(trace, fitting.names, fitting.known))).result;
		}
		const mapped = await this.mapped();
		return mapped && (await scheduler.run(plainTrace(mapped))).result;
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
		const fit = this.proven((await this.scheduler.run(retraceFit(this.trace, names, evidence))).result, file);
		if (fit.kind === 'fits' && fit.by === 'names' && !file.chosen && !(await this.explainsOthers(path))) {
			return resultOf({ kind: 'doesNotFit', reason: 'fewFound', score: fit.score });
		}
		if (fit.kind === 'fits') {
			this.fitting = { names, known };
		}
		return resultOf(fit);
	}

	private async explainsOthers(path: string): Promise<boolean> {
		const { mappings, scheduler } = this;
		this.otherTraces ??= differentTraces(await this.others());
		if (this.otherTraces.length === 0) {
			return true;
		}
		const { result: mentioned } = await scheduler.run(classesOfAll(this.otherTraces));
		const opened = await mappings.classes(path, mentioned, scheduler.signal);
		if (opened.kind === 'refused') {
			return true;
		}
		const { names, headers } = opened.mapping;
		return (await scheduler.run(explainsVersion(this.otherTraces, names, headers))).result;
	}

	private async load(path: string): Promise<Opened<LoadedNames> | Result> {
		for (;;) {
			const known = this.mappings.known?.(path);
			const mentioned = await this.mentionedClasses(known);
			if (mentioned.size === 0) {
				return { kind: 'doesNotFit', fit: { kind: 'nothingToMap' } };
			}
			const loaded = await this.mappings.classes(path, mentioned, this.scheduler.signal);
			if (loaded.kind === 'refused' || loaded.mapping.known === known) {
				return loaded;
			}
			// The cache was cleared in the meantime, so the loop loads the previously cached classes again.
		}
	}

	private async mentionedClasses(known: KnownFrames | undefined): Promise<ReadonlySet<string>> {
		if (known) {
			return (await this.scheduler.run(mentionedClasses(this.trace, known))).result;
		}
		this.mentioned ??= (await this.scheduler.run(mentionedClasses(this.trace))).result;
		return this.mentioned;
	}

	private async useSourceMap(file: MappingFileRef): Promise<Result> {
		this.bundles ??= (await this.scheduler.run(bundlesIn(this.trace))).result;
		const { bundles } = this;
		const names = file.bundle === undefined ? bundlesNamedBy(file.path) : [file.bundle];
		const own = names.filter((name) => bundles.has(name));
		const open = own.filter((name) => !this.maps.has(name));
		if (open.length === 0) {
			return own.length > 0 ? notNeeded : { kind: 'doesNotFit', fit: { kind: 'nothingToMap' } };
		}
		const opened = await this.mappings.sourceMap(file.path, this.scheduler.signal);
		if (opened.kind === 'refused') {
			return opened;
		}
		const map = opened.mapping;
		const { result } = await this.scheduler.run(
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

function* bundlesIn(trace: Trace): CooperativeTask<ReadonlySet<string>> {
	const bundles = new Set<string>();
	const unnamed = unnamedBundle(trace);
	for (const { lines } of trace.sections) {
		yield;
		yield* visitEach(lines, (line) => {
			const file = line.kind === 'javascript' ? (line.file ?? unnamed) : undefined;
			if (file !== undefined) {
				bundles.add(bundleName(file));
			}
		});
	}
	return bundles;
}

/** Returns possible bundle names for a source map: `index-4f2a.hbc` and `index-4f2a` for `index-4f2a.hbc.map`. */
function bundlesNamedBy(path: string): string[] {
	const [base = ''] = path.split(/[\\/]/).slice(-1);
	const name = base.replace(/\.map$/i, '');
	return [...new Set([name, name.replace(/\.hbc$/i, '')])];
}

/** Merges the results of an R8 mapping and of source maps, which never change the same line. */
function* merged(retraced: MappedTrace, unminified: MappedTrace): CooperativeTask<MappedTrace> {
	const isScript = ({ source, outcome, gap }: MappedLine) =>
		source.kind === 'javascript' && (outcome !== 'unchanged' || gap !== undefined);
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
