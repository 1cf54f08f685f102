import type { LoadedNames, MappingSource } from './openMappings';
import type { ClassMapping, ClassNames } from './r8/classMapping';
import { KnownFrames } from './r8/knownFrames';
import type { Opened } from './result/mappingProblem';
import type { SourceMapFile } from './sourceMap/sourceMapFile';

/** Maximum number of cached classes per file. Each class uses several kilobytes. */
const maxNames = 10_000;
/** Maximum number of cached frames per file. Each frame uses several hundred bytes. */
const maxFrames = 100_000;

/** Caches mapping files while many traces are processed. Assumes that the files don't change in the meantime. */
export class LoadedMappings implements MappingSource {
	private readonly r8 = new Map<string, HeldNames>();
	private readonly sourceMaps = new Map<string, Promise<Opened<SourceMapFile>>>();

	constructor(private readonly source: MappingSource) {}

	classes(path: string, minified: ReadonlySet<string>, signal: AbortSignal): Promise<Opened<LoadedNames>> {
		return this.getNames(path).load(minified, signal);
	}

	known(path: string): KnownFrames {
		return this.getNames(path).known;
	}

	sourceMap(path: string, signal: AbortSignal): Promise<Opened<SourceMapFile>> {
		const held = this.sourceMaps.get(path) ?? this.source.sourceMap(path, signal);
		this.sourceMaps.set(path, held);
		return held;
	}

	private getNames(path: string): HeldNames {
		const held = this.r8.get(path) ?? new HeldNames(path, this.source);
		this.r8.set(path, held);
		return held;
	}
}

class HeldNames {
	private held = new LoadedClasses();
	private refused: Extract<Opened<LoadedNames>, { kind: 'refused' }> | undefined;

	constructor(
		private readonly path: string,
		private readonly source: MappingSource,
	) {}

	get known(): KnownFrames {
		if (this.held.isFull) {
			this.held = new LoadedClasses();
		}
		return this.held.known;
	}

	async load(minified: ReadonlySet<string>, signal: AbortSignal): Promise<Opened<LoadedNames>> {
		if (this.refused) {
			return this.refused;
		}
		const { held } = this;
		const missing = held.missing(minified);
		if (missing.size === 0 && held.answer) {
			return held.answer;
		}
		const opened = await this.source.classes(this.path, missing, signal);
		if (opened.kind === 'refused') {
			this.refused = opened;
			return opened;
		}
		if (held.isOf(opened.mapping)) {
			return held.add(missing, opened.mapping);
		}
		// The file was opened again, after a change or an eviction from the cache, so the loaded classes are discarded.
		if (this.held === held) {
			this.held = new LoadedClasses();
		}
		return this.load(minified, signal);
	}
}

class LoadedClasses {
	private readonly classes = new Map<string, readonly ClassMapping[]>();
	private loaded: LoadedNames | undefined;
	private readonly names: ClassNames = {
		classes: (minified) => this.classes.get(minified) ?? none,
		sourceFile: (original) => this.loaded?.names.sourceFile(original),
		hasOriginal: (name) => this.loaded?.names.hasOriginal(name) === true,
	};
	readonly known = new KnownFrames(this.names);
	answer: Extract<Opened<LoadedNames>, { kind: 'opened' }> | undefined;

	get isFull(): boolean {
		return this.known.size > maxFrames || this.classes.size > maxNames;
	}

	isOf({ headers }: LoadedNames): boolean {
		return !this.loaded || this.loaded.headers === headers;
	}

	/** Returns the names that aren't loaded and that may be names of classes in the mapping. */
	missing(minified: ReadonlySet<string>): ReadonlySet<string> {
		const missing = new Set<string>();
		for (const name of minified) {
			if (!this.classes.has(name) && this.loaded?.has(name) !== false) {
				missing.add(name);
			}
		}
		return missing;
	}

	add(names: ReadonlySet<string>, from: LoadedNames): Opened<LoadedNames> {
		this.loaded ??= from;
		this.answer ??= { kind: 'opened', mapping: { ...from, names: this.names, known: this.known } };
		for (const name of names) {
			if (this.loaded.has(name)) {
				this.classes.set(name, from.names.classes(name));
			}
		}
		return this.answer;
	}
}

const none: readonly ClassMapping[] = [];
