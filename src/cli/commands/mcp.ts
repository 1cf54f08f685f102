import { AgentDoor } from '../agents/agentDoor';
import { exitCodes } from '../asked/exitCodes';
import type { Command } from '../world/command';

export const mcp: Command = {
	summary: 'Answers coding agents (MCP) on standard input and output.',
	usage: '',
	options: {},
	takes: [0, 0],
	async run(_given, world) {
		const { serveAgents } = await import('../mcp.js');
		await using door = new AgentDoor(world);
		await serveAgents(door, world);
		return exitCodes.done;
	},
};
