import type { AgentContext, KnownRecords } from '../context/agentContext';
import type { References } from '../context/references';
import type { AnswerContent } from '../text/answerText';
import { countText } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import { describeRecords } from './describeRecords';

export async function formatExports(
	world: AgentContext,
	references: References,
	{ application, limit }: ToolInput<'list_exports'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const all = await world.list(signal);
	const listed = all.filter((records) => application === undefined || records.application.id === application);
	const applications = new Set(listed.map((records) => records.application.id)).size;
	const now = world.now();
	return {
		head: [`exports: ${countText(listed.length)} of ${countText(applications)} applications, newest first`],
		rows: listed.slice(0, limit).map((records) => {
			const id = references.exportId(records);
			return { line: describeRecords(id, records, now), texts: getNames(id, records) };
		}),
		rest: (rows) =>
			rows < listed.length
				? `not shown: ${countText(listed.length - rows)} older exports; use ${application === undefined ? 'application=… or ' : ''}a higher limit`
				: '',
	};
}

const mostOfName = 120;

function getNames(id: string, { application, name = '', filters }: KnownRecords) {
	return [
		{ label: `${id}.application`, text: application.name ?? '', most: mostOfName },
		{ label: `${id}.name`, text: name, most: mostOfName },
		{ label: `${id}.filters`, text: filters.map(({ value }) => value).join(' | '), most: mostOfName },
	];
}
