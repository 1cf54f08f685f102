import type { LoadedNames, MappingSource } from './openMappings';
import type { ClassMapping, ClassNames } from './r8/classMapping';
import { KnownFrames } from './r8/knownFrames';
import type { Opened } from './result/mappingProblem';
import type { SourceMapFile } from './sourceMap/sourceMapFile';

/** Classes of one file that are held; each takes some kilobytes. */
const maxNames = 10_000;
/** What is known of frames of one file; a frame takes some hundred bytes. */
const maxFrames = 100_000;

/**
 * Mapping files for many traces: each file is looked for, and each class read, once. What is held is of one state of the
 * files, so it is for one question about many records, and the next one asks for files of its own.
 */
export class HeldMappings implements MappingSource {
	private readonly r8 = new Map<string, HeldNames>();
	private readonly sourceMaps = new Map<string, Promise<Opened<SourceMapFile>>>();

	constructor(private readonly source: MappingSource) {}

	classes(path: string, minified: ReadonlySet<string>, signal: AbortSignal): Promise<Opened<LoadedNames>> {
		const held = this.r8.get(path) ?? new HeldNames(path, this.source);
		this.r8.set(path, held);
		return held.load(minified, signal);
	}

	sourceMap(path: string, signal: AbortSignal): Promise<Opened<SourceMapFile>> {
		const held = this.sourceMaps.get(path) ?? this.source.sourceMap(path, signal);
		this.sourceMaps.set(path, held);
		return held;
	}
}

class HeldNames {
	private loaded: LoadedNames | undefined;
	private answer: Opened<LoadedNames> | undefined;
	private refused: Extract<Opened<LoadedNames>, { kind: 'refused' }> | undefined;
	private readonly classes = new Map<string, readonly ClassMapping[]>();
	private readonly names: ClassNames = {
		classes: (minified) => this.classes.get(minified) ?? none,
		sourceFile: (original) => this.loaded?.names.sourceFile(original),
		hasOriginal: (name) => this.loaded?.names.hasOriginal(name) === true,
	};
	private readonly known = new KnownFrames(this.names);

	constructor(
		private readonly path: string,
		private readonly source: MappingSource,
	) {}

	async load(minified: ReadonlySet<string>, signal: AbortSignal): Promise<Opened<LoadedNames>> {
		if (this.refused) {
			return this.refused;
		}
		const { known } = this;
		if (known.size > maxFrames) {
			known.clear();
		}
		let missing = this.missing(minified);
		if (missing.size > 0 && this.classes.size + missing.size > maxNames) {
			this.classes.clear();
			missing = this.missing(minified);
		}
		if (missing.size > 0 || !this.loaded || !this.answer) {
			const opened = await this.source.classes(this.path, missing, signal);
			if (opened.kind === 'refused') {
				this.refused = opened;
				return opened;
			}
			if (this.loaded && this.loaded.headers !== opened.mapping.headers) {
				// The file was opened anew, since it is another one, or since others needed the room.
				this.forget();
				return this.load(minified, signal);
			}
			if (!this.loaded) {
				this.loaded = opened.mapping;
				this.answer = { kind: 'opened', mapping: { ...opened.mapping, names: this.names, known } };
			}
			for (const name of missing) {
				if (this.loaded.has(name)) {
					this.classes.set(name, opened.mapping.names.classes(name));
				}
			}
		}
		return this.answer ?? this.load(minified, signal);
	}

	/** What a message has of words is no class mostly. */
	private missing(minified: ReadonlySet<string>): ReadonlySet<string> {
		const missing = new Set<string>();
		for (const name of minified) {
			if (!this.classes.has(name) && this.loaded?.has(name) !== false) {
				missing.add(name);
			}
		}
		return missing;
	}

	private forget(): void {
		this.loaded = undefined;
		this.answer = undefined;
		this.classes.clear();
		this.known.clear();
	}
}

const none: readonly ClassMapping[] = [];
