import { AgentDoor } from '../agents/agentDoor';
import { exitCodes } from '../asked/exitCodes';
import type { Command } from '../world/command';

export const mcp: Command = {
	summary: 'Answers coding agents (MCP) on standard input and output.',
	usage: '[--personal-columns LIST]',
	options: {
		'personal-columns': {
			type: 'string',
			value: 'LIST',
			meaning: 'columns beyond those of the service that agents never see; else APP_ERRORS_PERSONAL_COLUMNS',
		},
	},
	takes: [0, 0],
	async run(given, world) {
		const declared = given.text('personal-columns') ?? world.terminal.env['APP_ERRORS_PERSONAL_COLUMNS'] ?? '';
		const personalColumns = declared.split(',').map((name) => name.trim());
		const { serveAgents } = await import('../mcp.js');
		await using door = new AgentDoor(world, personalColumns);
		await serveAgents(door, world);
		return exitCodes.done;
	},
};
