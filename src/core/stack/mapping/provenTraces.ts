import type { Pace } from '../../common/pace';
import type { Trace } from '../trace/model';
import { type MappingFileRef, tryMappings } from './applyMappings';
import { filesToTry, type WantedMapping } from './deobfuscate';
import { HeldMappings } from './heldMappings';
import type { KnownMapIds } from './knownMapIds';
import type { MappingSource } from './openMappings';
import { type MappingWant, mappingNeeds, mappingWants } from './traceNeeds';

/** A trace as a person is shown it, or why it is shown as it was written. */
export type ShownTrace =
	| {
			readonly kind: 'deobfuscated';
			readonly trace: Trace;
			/** Of the files that were used. */
			readonly paths: readonly string[];
			/** Whether the R8 file names a class of the trace. */
			names(type: string): boolean;
	  }
	/** It is minified, and no file is proven to be of its build. */
	| { readonly kind: 'unproven' }
	/** It is minified, and nobody looked for files of its origin. */
	| { readonly kind: 'unsearched' };

/** Where records come from. */
interface TracedOrigin {
	/** What may be of them, without what only a trace tells; undefined where nobody looked. */
	readonly wanted: readonly WantedMapping[] | undefined;
	readonly osName: string;
}

/** Of different builds in one file of records; the files for one are asked for with each of its traces. */
const maxKeptLists = 10_000;

/**
 * Deobfuscates the traces of many records, each with the files that are proven to be of its build: one whose ID the trace
 * has too, or one that is of the record's version and explains the trace. As `deobfuscate` otherwise.
 */
export class ProvenTraces {
	private readonly held: HeldMappings;
	private readonly files = new Map<string, readonly MappingFileRef[]>();

	constructor(
		private readonly origins: readonly TracedOrigin[],
		mappings: MappingSource,
		private readonly ids: KnownMapIds,
	) {
		this.held = new HeldMappings(mappings);
	}

	/**
	 * Undefined for a trace that is not minified, whatever its origin.
	 * @throws AppError `cancelled`
	 */
	async shown(trace: Trace, origin: number, pace: Pace): Promise<ShownTrace | undefined> {
		const { result: needs } = await pace.through(mappingNeeds(trace));
		const wants = mappingWants(needs);
		if (wants.length === 0 || !this.mayBeMinified(trace, origin)) {
			return undefined;
		}
		if (!this.origins[origin]?.wanted) {
			return { kind: 'unsearched' };
		}
		const files = await this.filesFor(wants, origin, pace.signal);
		const { used, plain, names } = await tryMappings(trace, files, this.held, pace, 'build');
		const shown = await plain();
		return shown ? { kind: 'deobfuscated', trace: shown, paths: used, names } : { kind: 'unproven' };
	}

	/** What is no more than a line with a short name is a throwable where Android wrote it, as `readingValueTraces` has it. */
	private mayBeMinified({ sections }: Trace, origin: number): boolean {
		const isAndroid = this.origins[origin]?.osName.toLowerCase().startsWith('android') === true;
		return isAndroid || sections.some(({ lines }) => lines.some(({ kind }) => kind !== 'raw'));
	}

	private async filesFor(
		wants: readonly MappingWant[],
		origin: number,
		signal: AbortSignal,
	): Promise<readonly MappingFileRef[]> {
		const keys = wants.map((want) => (want.kind === 'r8' ? (want.mapId ?? '') : `${want.bundle} `));
		const key = `${origin}\n${keys.join('\n')}`;
		const known = this.files.get(key);
		if (known) {
			return known;
		}
		const found = this.origins[origin]?.wanted ?? [];
		const wanted = wants.flatMap(({ kind, ...want }): WantedMapping[] =>
			found
				.filter(({ question }) => question.kind === kind)
				.map(({ question, candidates }) => ({ question: { ...question, ...want }, candidates })),
		);
		const { files } = await filesToTry(wanted, this.ids, signal);
		if (this.files.size >= maxKeptLists) {
			this.files.clear();
		}
		this.files.set(key, files);
		return files;
	}
}
