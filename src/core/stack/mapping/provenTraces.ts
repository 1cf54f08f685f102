import type { Scheduler } from '../../common/scheduler';
import type { Trace } from '../trace/model';
import { type MappingFileRef, tryMappings } from './applyMappings';
import { filesToTry, type WantedMapping } from './deobfuscate';
import type { KnownMapIds } from './knownMapIds';
import { LoadedMappings } from './loadedMappings';
import type { MappingSource } from './openMappings';
import { type MappingWant, mappingNeeds, mappingWants } from './traceNeeds';

export type ShownTrace =
	| {
			readonly kind: 'deobfuscated';
			readonly trace: Trace;
			readonly paths: readonly string[];
			names(type: string): boolean;
	  }
	| { readonly kind: 'unproven' }
	| { readonly kind: 'unsearched' };

interface TracedOrigin {
	/**
	 * Mapping files for traces with this origin (application, version, and operating system). Undefined if none were
	 * searched for.
	 */
	readonly wanted: readonly WantedMapping[] | undefined;
	readonly osName: string;
}

/** Maximum number of cached lists of mapping files. There is one list for each origin, mapping ID, and bundle. */
const maxCachedLists = 10_000;

/** Deobfuscates traces with files that are proven to be from the same build, either by ID or by version and content. */
export class ProvenTraces {
	private readonly held: LoadedMappings;
	private readonly files = new Map<string, readonly MappingFileRef[]>();

	constructor(
		private readonly origins: readonly TracedOrigin[],
		mappings: MappingSource,
		private readonly ids: KnownMapIds,
	) {
		this.held = new LoadedMappings(mappings);
	}

	/** Returns the deobfuscated trace. Returns undefined if the trace isn't minified. Throws `cancelled`. */
	async shown(trace: Trace, origin: number, scheduler: Scheduler): Promise<ShownTrace | undefined> {
		const { result: needs } = await scheduler.run(mappingNeeds(trace));
		const wants = mappingWants(needs);
		if (wants.length === 0 || !this.mayBeMinified(trace, origin)) {
			return undefined;
		}
		if (!this.origins[origin]?.wanted) {
			return { kind: 'unsearched' };
		}
		const files = await this.filesFor(wants, origin, scheduler.signal);
		const { used, plain, names } = await tryMappings(trace, files, this.held, scheduler, 'build');
		const shown = await plain();
		return shown ? { kind: 'deobfuscated', trace: shown, paths: used, names } : { kind: 'unproven' };
	}

	/** Returns true if the trace may be minified. A trace without frames may be minified only if it is from Android. */
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
		if (this.files.size >= maxCachedLists) {
			this.files.clear();
		}
		this.files.set(key, files);
		return files;
	}
}
