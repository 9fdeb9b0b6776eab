import { mount } from "svelte";
import "./look/index.css";
import App from "./App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html lost its #app");
mount(App, { target });
