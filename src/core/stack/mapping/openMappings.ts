import { MappingCache } from './mappingCache';
import type { ClassNames } from './r8/classMapping';
import type { KnownFrames } from './r8/knownFrames';
import type { MapHeader } from './r8/mapHeader';
import { MappingFile } from './r8/mappingFile';
import { type Opened, refused } from './result/mappingProblem';
import { SourceMapFile } from './sourceMap/sourceMapFile';

/**
 * Bytes of memory for the indexes of R8 files that are kept: the releases of an application that people look at together.
 * Classes are read from the file again.
 */
const keptR8Bytes = 128 * 1024 ** 2;

/** Bytes of memory for source maps that are kept: the bundles of an application for both systems. */
const keptSourceMapBytes = 256 * 1024 ** 2;

/** What an R8 file says about some classes. */
export interface LoadedNames {
	readonly names: ClassNames;
	readonly headers: readonly MapHeader[];
	/** Whether the file has a class of this minified name, loaded or not. */
	readonly has: (minified: string) => boolean;
	/** What these names made of earlier traces, where many are turned back. */
	readonly known?: KnownFrames;
}

/** Where mapping files are opened. */
export interface MappingSource {
	/** @throws AppError `disk`, `cancelled` */
	classes(path: string, minified: ReadonlySet<string>, signal: AbortSignal): Promise<Opened<LoadedNames>>;
	/** @throws AppError `disk`, `cancelled` */
	sourceMap(path: string, signal: AbortSignal): Promise<Opened<SourceMapFile>>;
	/** What is held of earlier traces: `classes` need not be asked for classes that were met there, as long as it is that of `LoadedNames`. */
	known?(path: string): KnownFrames;
}

/** The mapping files in memory. */
export class OpenMappings implements MappingSource {
	private readonly r8 = new MappingCache(keptR8Bytes, MappingFile.open);
	private readonly sourceMaps = new MappingCache(keptSourceMapBytes, SourceMapFile.open);

	async classes(path: string, minified: ReadonlySet<string>, signal: AbortSignal): Promise<Opened<LoadedNames>> {
		const wanted = [...minified];
		const loaded = await this.load(path, wanted, signal);
		if (loaded.kind === 'opened' || loaded.problem.kind !== 'changed') {
			return loaded;
		}
		// A build may have written it since it was opened; one that is still being written stays refused.
		this.r8.forget(path);
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
