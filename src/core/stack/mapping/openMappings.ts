import { MappingCache } from './mappingCache';
import type { ClassNames } from './r8/classMapping';
import type { KnownFrames } from './r8/knownFrames';
import type { MapHeader } from './r8/mapHeader';
import { MappingFile } from './r8/mappingFile';
import { type Opened, refused } from './result/mappingProblem';
import { SourceMapFile } from './sourceMap/sourceMapFile';

/**
 * Cache size for R8 mappings, in bytes, excluding loaded classes. It is enough for all releases that a user views at
 * the same time.
 */
const maxCachedR8Bytes = 128 * 1024 ** 2;

const maxCachedSourceMapBytes = 256 * 1024 ** 2;

export interface LoadedNames {
	readonly names: ClassNames;
	readonly headers: readonly MapHeader[];
	readonly has: (minified: string) => boolean;
	/** Cached results for frames of earlier traces. Defined only if many traces are deobfuscated. */
	readonly known?: KnownFrames;
}

export interface MappingSource {
	/** Loads the classes with the given minified names from an R8 mapping. Throws `disk` or `cancelled`. */
	classes(path: string, minified: ReadonlySet<string>, signal: AbortSignal): Promise<Opened<LoadedNames>>;
	/** Opens a source map. Throws `disk` or `cancelled`. */
	sourceMap(path: string, signal: AbortSignal): Promise<Opened<SourceMapFile>>;
	/**
	 * Returns cached results of earlier traces. Their classes remain loaded while `LoadedNames.known` is the same
	 * object.
	 */
	known?(path: string): KnownFrames;
}

export class OpenMappings implements MappingSource {
	private readonly r8 = new MappingCache(maxCachedR8Bytes, MappingFile.open);
	private readonly sourceMaps = new MappingCache(maxCachedSourceMapBytes, SourceMapFile.open);

	async classes(path: string, minified: ReadonlySet<string>, signal: AbortSignal): Promise<Opened<LoadedNames>> {
		const wanted = [...minified];
		const loaded = await this.load(path, wanted, signal);
		if (loaded.kind === 'opened' || loaded.problem.kind !== 'changed') {
			return loaded;
		}
		// The file may have been rebuilt since it was opened. While a build is writing it, loading fails again.
		this.r8.invalidate(path);
		return this.load(path, wanted, signal);
	}

	sourceMap(path: string, signal: AbortSignal): Promise<Opened<SourceMapFile>> {
		return this.sourceMaps.open(path, signal);
	}

	private async load(path: string, minified: readonly string[], signal: AbortSignal): Promise<Opened<LoadedNames>> {
		const opened = await this.r8.open(path, signal);
		if (opened.kind === 'refused') {
			return opened;
		}
		const { mapping } = opened;
		const loaded = await mapping.load(minified, signal);
		return loaded.kind === 'refused'
			? refused(loaded.problem)
			: {
					kind: 'opened',
					mapping: { names: loaded.mapping, headers: mapping.headers, has: (name) => mapping.has(name) },
				};
	}
}
