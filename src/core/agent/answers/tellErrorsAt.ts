import type { AnswerContent } from '../text/answerText';
import { countText, momentText, pathText } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import { AgentRefusal } from '../tools/refusal';
import type { AgentWorld } from '../world/agentWorld';
import type { References } from '../world/references';
import { describeRecords } from './describeRecords';
import { groupTexts } from './groupTexts';

/** The errors whose own frames lead to a place in the workspace. */
export async function tellErrorsAt(
	world: AgentWorld,
	references: References,
	{ path, line, limit }: ToolInput<'errors_at'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const found = await world.errorsAt(path, line, signal);
	if (!found) {
		throw new AgentRefusal({ kind: 'noWorkspace' });
	}
	const now = world.now();
	const sources = new Map(found.map(({ of }) => [of.folder, of]));
	const place = `${pathText(path)}${line === undefined ? '' : `:${line}`}`;
	return {
		head: [
			`errors at ${place}: ${countText(found.length)} groups of ${countText(sources.size)} exports, most devices first`,
			...[...sources.values()].map((records) => describeRecords(references.exportId(records), records, now)),
		],
		rows: found.slice(0, limit).map(({ of, key, value, records, devices, lastSeen, lines }) => {
			const id = references.groupId({ of, filters: [], key, value });
			return {
				line: [
					`${id} of ${references.exportId(of)}: ${countText(records)} records`,
					...(devices === undefined ? [] : [`${countText(devices)} devices`]),
					...(lastSeen === undefined ? [] : [`last ${momentText(lastSeen)}`]),
					...(lines.length > 0 ? [`lines ${lines.slice(0, 5).join(', ')}`] : []),
				].join(' · '),
				texts: groupTexts(id, key, { value, detail: '', firstVersion: '', lastVersion: '' }),
			};
		}),
		rest: (rows) =>
			rows < found.length
				? `left out: ${countText(found.length - rows)} more groups; ask with a higher limit or a line`
				: '',
	};
}
