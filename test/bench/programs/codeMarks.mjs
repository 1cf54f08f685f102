// Usage: node codeMarks.mjs <folder> <records>
import { measureInHost } from '../runInHost.mjs';

const [workspace = '', records = '100000'] = process.argv.slice(2);
console.log(await measureInHost('codeMarks', { version: 'newest', workspace, way: `${workspace}|${records}` }));
process.exit(0);
