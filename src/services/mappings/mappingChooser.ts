import path from 'node:path';
import * as vscode from 'vscode';
import type { ChoosableKind, TraceOrigin } from '../../core/mappings/mappingSearch';
import type { RankedMapping } from '../../core/stack/mapping/choose';
import { withoutIcons } from '../../vscode/escaping';
import { type Choice, pickOne } from '../../vscode/quickInput';
import { formatAgo } from '../../wording/formats';
import { describeReason } from '../../wording/mappingMessages';
import { getPath } from './mappingFiles';

const { l10n } = vscode;

type MappingAnswer = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'forget' };

export async function promptForMapping(
	origin: TraceOrigin,
	kind: ChoosableKind,
	ranked: readonly RankedMapping[],
	remembered: string | undefined,
): Promise<MappingAnswer | undefined> {
	const title = titleOf(origin, kind);
	if (ranked.length === 0) {
		return browse(title, kind);
	}
	const answer = await pickOne<MappingAnswer | 'browse'>({
		title,
		placeholder: l10n.t('Choose the mapping file for this version'),
		items: [
			...ranked.map(toChoice),
			{ label: l10n.t('Browse…'), iconPath: new vscode.ThemeIcon('folder-opened'), alwaysShow: true, value: 'browse' },
			...(remembered === undefined ? [] : [forget()]),
		],
	});
	if (answer.kind !== 'value') {
		return undefined;
	}
	return answer.value === 'browse' ? browse(title, kind) : answer.value;
}

function titleOf({ application: [name], version }: TraceOrigin, kind: ChoosableKind): string {
	const what = kind === 'r8' ? l10n.t('R8 mapping file') : l10n.t('Source map');
	return [what, [name, version].filter((text) => text !== undefined).join(' ')]
		.filter((text) => text !== '')
		.join(' – ');
}

function toChoice({ candidate, reason }: RankedMapping): Choice<MappingAnswer> {
	const shown = candidate.relativePath ?? candidate.path;
	const details = [
		describeReason(reason),
		...(candidate.modified > 0 ? [formatAgo(new Date(candidate.modified))] : []),
	];
	return {
		label: withoutIcons(path.basename(shown)),
		description: withoutIcons(path.dirname(shown)),
		detail: details.join(' · '),
		iconPath: new vscode.ThemeIcon('file'),
		value: { kind: 'file', path: candidate.path },
	};
}

function forget(): Choice<MappingAnswer> {
	return {
		label: l10n.t('Clear Selected File'),
		iconPath: new vscode.ThemeIcon('discard'),
		value: { kind: 'forget' },
	};
}

async function browse(title: string, kind: ChoosableKind): Promise<MappingAnswer | undefined> {
	const filters: Record<ChoosableKind, Record<string, string[]>> = {
		r8: { [l10n.t('Mapping files')]: ['txt', 'map', 'pro'], [l10n.t('All files')]: ['*'] },
		sourceMap: { [l10n.t('Source maps')]: ['map', 'json'], [l10n.t('All files')]: ['*'] },
	};
	const [file] = (await vscode.window.showOpenDialog({ title, filters: filters[kind] })) ?? [];
	return file && { kind: 'file', path: getPath(file) };
}
