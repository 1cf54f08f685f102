import type { DeobfuscatedRecords } from '../../../shared/results';
import { visibleText } from '../../common/dom/visibleText';
import type { Formats } from '../../common/format/formats';
import type { Translate } from '../../common/format/translate';

export function describeDeobfuscated(
	{ records, minified, unsearched = 0, files, moreFiles }: DeobfuscatedRecords,
	t: Translate,
	formats: Pick<Formats, 'count' | 'records'>,
): { readonly text: string; readonly files: readonly string[] } {
	const [only, ...others] = files;
	const parts = [
		...(only === undefined
			? []
			: [
					others.length === 0
						? t('{0} deobfuscated ({1})', formats.records(records), visibleText(shortened(only.path)))
						: t(
								'{0} deobfuscated ({1} mapping files)',
								formats.records(records),
								formats.count(files.length + moreFiles),
							),
				]),
		...(minified === 0 ? [] : [t('{0} still obfuscated: no mapping file matches', formats.records(minified))]),
		...(unsearched === 0
			? []
			: [t('{0} from versions with few records were not deobfuscated', formats.records(unsearched))]),
	];
	return {
		text: parts.join(' · '),
		files: [
			...files.map(({ path, records: own }) => t('{0}: {1}', visibleText(path), formats.records(own))),
			...(moreFiles > 0 ? [t('{0} more', formats.count(moreFiles))] : []),
		],
	};
}

/** Shortens a path, but keeps its first and last folder, because mapping files often have the same name. */
function shortened(path: string): string {
	const parts = path.split('/');
	return parts.length > 4 ? [...parts.slice(0, 1), '…', ...parts.slice(-2)].join('/') : path;
}
