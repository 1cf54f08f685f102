import type { AnswerContent } from '../text/answerText';
import { countText } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import type { AgentWorld, KnownRecords } from '../world/agentWorld';
import type { References } from '../world/references';
import { describeRecords } from './describeRecords';

/** The exports on this machine, the newest first. */
export async function tellExports(
	world: AgentWorld,
	references: References,
	{ application, limit }: ToolInput<'list_exports'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const all = await world.list(signal);
	const listed = all.filter((records) => application === undefined || records.application.id === application);
	const applications = new Set(listed.map((records) => records.application.id)).size;
	const now = world.now();
	return {
		head: [`exports: ${countText(listed.length)} of ${countText(applications)} applications, the newest first`],
		rows: listed.slice(0, limit).map((records) => {
			const id = references.exportId(records);
			return { line: describeRecords(id, records, now), texts: namesOf(id, records) };
		}),
		rest: (rows) =>
			rows < listed.length
				? `left out: ${countText(listed.length - rows)} older exports; ask with ${application === undefined ? 'application=… or ' : ''}a higher limit`
				: '',
	};
}

const mostOfName = 120;

function namesOf(id: string, { application, name = '', filters }: KnownRecords) {
	return [
		{ label: `${id}.application`, text: application.name ?? '', most: mostOfName },
		{ label: `${id}.name`, text: name, most: mostOfName },
		{ label: `${id}.filters`, text: filters.map(({ value }) => value).join(' | '), most: mostOfName },
	];
}
