import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { baseName } from '../../core/common/baseName';
import type { TraceOrigin } from '../../core/mappings/mappingSearch';
import { MappingSearch, type OriginFiles } from '../../core/mappings/mappingSearch';
import type { MappingCandidate, MappingQuestion } from '../../core/stack/mapping/choose';
import { type MappingKind, usualPlaces } from '../../core/stack/mapping/defaultLocations';
import { fitsPattern, isAbsolutePattern, splitGlob } from '../../core/stack/mapping/pathPattern';
import type { OpenTrace } from '../../engine/openTraces';
import type { Deobfuscation } from '../../engine/traces/deobfuscateTrace';
import { deobfuscateTrace } from '../../engine/traces/deobfuscateTrace';
import { filesBelow } from './filesBelow';

const maxFiles = 200;

/** Folders to skip: they contain dependencies and build data, but no mapping files of the application itself. */
const skipped: ReadonlySet<string> = new Set(['node_modules', 'Pods', '.git', '.gradle', '.dart_tool']);

export class FolderMappings {
	private readonly search: MappingSearch;
	private readonly patterns: readonly string[];
	private usual: Promise<readonly string[]> | undefined;
	private named: Promise<readonly (readonly string[])[]> | undefined;

	/** @param onUnmatched Called once for each pattern that matches no file */
	constructor(
		private readonly folder: string,
		patterns: readonly string[],
		private readonly onUnmatched: (pattern: string) => void,
	) {
		this.patterns = patterns.map((pattern) => pattern.trim().replace(/^~(?=[\\/])/, () => homedir()));
		this.search = new MappingSearch(
			{
				patterns: this.patterns,
				mayHave: async (kind) => this.patterns.length > 0 || (await this.usualFiles(kind)).length > 0,
				newLooks: () => undefined,
				candidates: (question) => this.candidates(question),
			},
			{ hasAny: () => false, getPath: () => undefined },
		);
	}

	findEach(originsOf: () => Promise<readonly TraceOrigin[]>): Promise<readonly OriginFiles[]> {
		return this.search.findEach(originsOf);
	}

	deobfuscate(trace: OpenTrace, origin: TraceOrigin, signal?: AbortSignal): Promise<Deobfuscation> {
		return deobfuscateTrace(this.search, trace, origin, signal);
	}

	private async candidates({ kind }: Pick<MappingQuestion, 'kind'>): Promise<readonly MappingCandidate[]> {
		this.named ??= Promise.all(this.patterns.map((pattern) => this.getFiles(pattern)));
		const found = [await this.usualFiles(kind), ...(await this.named)];
		const candidates = await Promise.all([...new Set(found.flat())].map((path) => this.candidateOf(path)));
		return candidates.filter((candidate) => candidate !== undefined);
	}

	private async usualFiles(kind: MappingKind): Promise<readonly string[]> {
		this.usual ??= this.filesFitting(this.folder, [...usualPlaces.r8, ...usualPlaces.sourceMap]);
		const files = await this.usual;
		return files.filter((path) =>
			usualPlaces[kind].some((place) => fitsPattern(path.slice(this.folder.length + 1), place, {})),
		);
	}

	private async getFiles(pattern: string): Promise<readonly string[]> {
		const glob = pattern.replace(/\$\{\w+\}/g, '*').replaceAll('\\', '/');
		const split = isAbsolutePattern(glob) ? splitGlob(glob) : { folder: this.folder, rest: glob };
		// An absolute pattern without a fixed folder is ignored, because it would search the entire disk.
		const files = split ? await this.filesFitting(split.folder, [split.rest]) : [];
		if (files.length === 0) {
			this.onUnmatched(pattern);
		}
		return files;
	}

	private async filesFitting(folder: string, patterns: readonly string[]): Promise<readonly string[]> {
		const { files } = await filesBelow(
			folder,
			(path) => !skipped.has(baseName(path)),
			(path) => patterns.some((pattern) => fitsPattern(path, pattern, {})),
			maxFiles,
		);
		return files.map((file) => join(folder, file).replaceAll('\\', '/'));
	}

	private async candidateOf(path: string): Promise<MappingCandidate | undefined> {
		const stats = await stat(path).catch(() => undefined);
		const home = `${this.folder.replaceAll('\\', '/')}/`;
		return stats?.isFile()
			? {
					path,
					relativePath: path.startsWith(home) ? path.slice(home.length) : undefined,
					modified: stats.mtimeMs,
				}
			: undefined;
	}
}
