import { throwIfAborted } from '../../common/cancellation';
import { isProblem } from '../../common/errors';
import { Pace } from '../../common/pace';
import { type Steps, visitEach } from '../../common/steps';
import type { Trace } from '../trace/model';
import type { MappingSource } from './openMappings';
import { mentionedClasses, retrace } from './r8/retrace';
import { retraceFit } from './r8/retraceFit';
import type { Fit } from './result/fit';
import { type MappedLine, type MappedSection, type MappedTrace, plainTrace } from './result/mapped';
import { type MappingProblem, refused } from './result/mappingProblem';
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
 * Tries the files in their order. The first R8 file that fits is used, and the first source map that fits for each
 * bundle; those after it are not opened. A file that cannot be read is no reason not to try the next.
 * @throws AppError `cancelled`
 */
export async function applyMappings(
	trace: Trace,
	files: readonly MappingFileRef[],
	mappings: MappingSource,
	signal: AbortSignal,
	required: RequiredProof = 'fit',
): Promise<AppliedMappings> {
	const pace = new Pace(signal);
	const { result: needs } = await pace.through(namesIn(trace));
	const attempt = new Attempt(trace, needs, mappings, pace, required);
	const tried: TriedMapping[] = [];
	for (const file of files) {
		throwIfAborted(signal);
		const result = await attempt.use(file).catch(refusedForDisk);
		if (result.kind !== 'notNeeded' || file.chosen) {
			tried.push({ file, result });
		}
	}
	const mapped = await attempt.mapped();
	return { mapped, plain: mapped ? (await pace.through(plainTrace(mapped))).result : trace, tried };
}

type Result = TriedMapping['result'];

const notNeeded: Result = { kind: 'notNeeded' };

class Attempt {
	private retraced: MappedTrace | undefined;
	private readonly maps = new Map<string, SourceMapFile>();

	constructor(
		private readonly trace: Trace,
		private readonly names: NamesIn,
		private readonly mappings: MappingSource,
		private readonly pace: Pace,
		private readonly required: RequiredProof,
	) {}

	async use(file: MappingFileRef): Promise<Result> {
		return file.kind === 'r8' ? this.useR8(file) : this.useSourceMap(file);
	}

	async mapped(): Promise<MappedTrace | undefined> {
		const { retraced, maps, trace } = this;
		if (maps.size === 0) {
			return retraced;
		}
		const { result: unminified } = await this.pace.through(unminify(trace, (bundle) => maps.get(bundle)));
		return retraced ? (await this.pace.through(merged(retraced, unminified))).result : unminified;
	}

	private async useR8(file: MappingFileRef): Promise<Result> {
		const { path, ofVersion = false } = file;
		if (this.retraced) {
			return notNeeded;
		}
		if (this.names.minified.size === 0) {
			return { kind: 'doesNotFit', fit: { kind: 'nothingToMap' } };
		}
		const loaded = await this.mappings.classes(path, this.names.minified, this.pace.signal);
		if (loaded.kind === 'refused') {
			return loaded;
		}
		const { names, headers, known } = loaded.mapping;
		const evidence = { headers, ofVersion, known };
		const fit = this.proven((await this.pace.through(retraceFit(this.trace, names, evidence))).result, file);
		if (fit.kind === 'fits') {
			this.retraced = (await this.pace.through(retrace(this.trace, names, undefined, known))).result;
		}
		return resultOf(fit);
	}

	private async useSourceMap(file: MappingFileRef): Promise<Result> {
		const names = file.bundle === undefined ? bundlesNamedBy(file.path) : [file.bundle];
		const own = names.filter((name) => this.names.bundles.has(name));
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

/** What a trace names that files may be of. */
interface NamesIn {
	readonly minified: ReadonlySet<string>;
	readonly bundles: ReadonlySet<string>;
}

function* namesIn(trace: Trace): Steps<NamesIn> {
	const bundles = new Set<string>();
	for (const { lines } of trace.sections) {
		yield;
		yield* visitEach(lines, (line) => {
			if (line.kind === 'javascript' && line.file !== undefined) {
				bundles.add(bundleName(line.file));
			}
		});
	}
	return { minified: yield* mentionedClasses(trace), bundles };
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
