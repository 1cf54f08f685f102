import { groupFingerprint } from '../../core/stack/grouping/groupFingerprint';
import { FixJudge } from '../../core/triage/fixed/judgeFix';
import { type TriagedRecords, TriageJudge } from '../../core/triage/judgeGroup';
import { TriageEntries } from '../../core/triage/triageEntries';
import { titleAndPlace } from '../../shared/groupLabels';
import type { GroupValue } from '../../shared/groupValue';
import type { FixVerdict } from '../../shared/triage';
import { formatCount } from '../../wording/formats';
import { describeFixVerdict } from '../../wording/triageMessages';
import type { Command } from '../context/command';
import { exitCodes } from '../options/exitCodes';
import { sourceOptions } from '../options/options';
import { line, table, title } from '../output/blocks';
import { namesData } from '../records/groupData';
import { askedKey, keyOption } from '../records/viewFromOptions';
import { activeDevicesOption, openActiveDevices } from '../triage/activeDevicesOption';
import { readEntries, requiredApplication, triageData, triageOption, triagePlace } from '../triage/triageOf';

interface JudgedFix {
	readonly value: GroupValue;
	readonly verdict: FixVerdict;
	readonly text: string;
	readonly triaged: TriagedRecords;
}

const unjudgedKinds: readonly FixVerdict['kind'][] = ['tooEarly', 'inconclusive'];

export const fixed: Command = {
	summary: 'Tests whether errors that are marked as fixed still occur in versions with the fix.',
	usage: '<file> [--active-devices FILE] [--allow-unjudged]',
	options: {
		...activeDevicesOption,
		'allow-unjudged': { type: 'boolean', meaning: 'exit with code 0 even if a fix could not be judged' },
		...keyOption,
		...triageOption,
	},
	uses: ['output', 'library', ...sourceOptions],
	takes: [1, 1],
	async run(given, context) {
		const active = await openActiveDevices(given, context);
		await using file = await context.open(given.operands[0] ?? '');
		const place = triagePlace(given, context, file);
		const application = requiredApplication(place.application);
		const entries = (await readEntries(place, context)) ?? new TriageEntries([]);
		const triage = new TriageJudge(file, file.info, entries, new Date(), context.signal);
		const judge = new FixJudge(file, file.info, file.facts, active, context.signal);
		const key = askedKey(given.text('by'), file.info);
		const judged: JudgedFix[] = [];
		const groups = await triage.groupsWithFiles(key);
		const verdicts = await judge.judgeAll(
			key,
			groups.map(({ group: { value }, status }) => ({ value, status })),
		);
		for (const [index, { group, ...triaged }] of groups.entries()) {
			const verdict = verdicts[index];
			if (verdict) {
				const text = describeFixVerdict(verdict, judge.countsActiveDevices);
				judged.push({ value: group.value, verdict, text, triaged });
			}
		}
		const rows = judged.map(({ value, verdict, text, triaged }) => ({
			verdict: verdict.kind,
			text,
			...namesData(key, value),
			...triageData(triaged),
			...verdictData(verdict),
		}));
		const has = (...kinds: readonly FixVerdict['kind'][]) => judged.some(({ verdict }) => kinds.includes(verdict.kind));
		const unjudged = has(...unjudgedKinds) && !given.has('allow-unjudged') ? exitCodes.unjudged : exitCodes.done;
		return {
			data: { application, countedBy: judge.countsActiveDevices ? 'activeDevices' : 'devicesWithErrors', groups: rows },
			rows,
			document: {
				title: 'Fixes',
				language: 'en',
				blocks: [
					title('Fixes'),
					...(judged.length === 0 ? [line('No error in the file is marked as fixed.')] : []),
					...table(
						['Fingerprint', 'Error', 'Verdict', 'Records'],
						judged.map(({ value, text, verdict }) => [
							groupFingerprint(key, value).slice(0, 12),
							{ foreign: titleAndPlace(key, value) },
							{ foreign: text },
							formatCount(verdict.releases.reduce((sum, { records }) => sum + records, 0)),
						]),
					),
				],
			},
			exitCode: has('stillHappening') ? exitCodes.gate : unjudged,
		};
	},
};

function verdictData(verdict: FixVerdict) {
	return {
		chance: verdict.kind === 'fixed' ? verdict.chance : null,
		moreDevices: verdict.kind === 'tooEarly' ? verdict.moreDevices : null,
		moreDays: verdict.kind === 'tooEarly' ? verdict.moreDays : null,
		reason: verdict.kind === 'inconclusive' ? verdict.reason.kind : null,
		releases: verdict.releases.map((release) => ({ ...release })),
	};
}
