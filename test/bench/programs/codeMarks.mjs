// Runs test/bench/host/codeMarks.ts in a real VS Code and prints what it measured.
// node codeMarks.mjs <folder>
import { measureInHost } from '../runInHost.mjs';

const [workspace = ''] = process.argv.slice(2);
console.log(await measureInHost('codeMarks', { version: 'newest', workspace, way: workspace }));
process.exit(0);
