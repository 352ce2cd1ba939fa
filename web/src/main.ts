import '@fontsource-variable/fredoka/index.css';
import '@fontsource-variable/nunito/index.css';
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { language } from './lib/language.svelte';
import { router } from './lib/router.svelte';
import { likings } from './lib/settings.svelte';
import { wakeSound } from './lib/sound';

await language.use(likings.language);
likings.begin();
router.begin();
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, wakeSound, { passive: true });

const target = document.getElementById('app');
if (target) mount(App, { target });
