import type { DeobfuscatedRecords } from '../../../shared/results';
import { visibleText } from '../../common/dom/visibleText';
import type { Formats } from '../../common/words/formats';
import type { Translate } from '../../common/words/translate';

/** How many records are grouped by their original names, with which files, and how many are not. */
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
						? t('{0} deobfuscated with {1}', formats.records(records), visibleText(shortened(only.path)))
						: t('{0} deobfuscated with {1} files', formats.records(records), formats.count(files.length + moreFiles)),
				]),
		...(minified === 0 ? [] : [t('{0} still obfuscated: no mapping is proven', formats.records(minified))]),
		...(unsearched === 0
			? []
			: [t('{0} of rarer versions, for which no mapping was looked for', formats.records(unsearched))]),
	];
	return {
		text: parts.join(' · '),
		files: [
			...files.map(({ path, records: own }) => t('{0}: {1}', visibleText(path), formats.records(own))),
			...(moreFiles > 0 ? [t('{0} more', formats.count(moreFiles))] : []),
		],
	};
}

/** Mappings have names in common; they differ in the folder they are in, and in the project mostly. */
function shortened(path: string): string {
	const parts = path.split('/');
	return parts.length > 4 ? [...parts.slice(0, 1), '…', ...parts.slice(-2)].join('/') : path;
}
