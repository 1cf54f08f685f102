import { basename, dirname, join, sep } from 'node:path';
import { hasBundleId } from '../../core/applications/matcher';
import { plainText } from '../../core/common/plainText';
import { readSmallFile } from '../../core/files/untrustedFiles';
import { isMeantAsSavedExport, parseSavedExport } from '../../core/savedExports/parseSavedExport';
import {
	maxSavedExportBytes,
	type PlacedProblem,
	type SavedExport,
	savedExportFolders,
} from '../../core/savedExports/savedExport';
import type { Application } from '../../core/service/application';
import { describeIgnoredMember, describeSavedExportProblem } from '../../wording/requestMessages';
import { UsageError } from '../options/usageError';

export interface ReadSavedExport {
	readonly path: string;
	readonly text: string;
	readonly saved: SavedExport;
}

/**
 * Reads a saved export without following links. Returns undefined if the file doesn't look like a saved export.
 * @throws UsageError with the line and column of the first error
 */
export async function readSavedExport(path: string): Promise<ReadSavedExport | undefined> {
	const isInFolder = `${sep}${dirname(path)}`.endsWith(join(sep, ...savedExportFolders));
	const text = await readSmallFile(path, maxSavedExportBytes).catch(() => undefined);
	if (text === undefined && isInFolder) {
		throw new UsageError(`${path} can't be read. Saved exports are files of up to 64 KB. Links aren't followed.`);
	}
	if (text === undefined || !(isInFolder || isMeantAsSavedExport(text))) {
		return undefined;
	}
	const parsed = parseSavedExport(text);
	if (!parsed.ok) {
		throw new UsageError(describePlaced(path, text, parsed));
	}
	return { path, text, saved: parsed.saved };
}

export function describePlaced(path: string, text: string, { problem, at }: PlacedProblem): string {
	const before = text.slice(0, at.start).split('\n');
	const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
	return `${path}:${line}:${column}: ${describeSavedExportProblem(problem)}`;
}

export function describeIgnored({ path, saved }: ReadSavedExport): readonly string[] {
	return saved.ignored.map(({ name }) => `${basename(path)}: ${describeIgnoredMember(plainText(name))}`);
}

/**
 * Returns the application with a bundle ID.
 * @throws UsageError unless exactly one application has this bundle ID
 */
export function findByBundle(known: readonly Application[], bundle: string): Application {
	const [found, other] = known.filter((application) => hasBundleId(application, bundle));
	if (!found || other) {
		throw new UsageError(
			`${found ? 'Several listed applications have' : 'No listed application has'} the bundle ID ${bundle}. Add the application ID to the saved export.`,
		);
	}
	return found;
}
