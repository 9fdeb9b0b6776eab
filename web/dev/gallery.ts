// ?state=bid|forced|exchange|sealed|watch_exchange|lead|follow|stuck|attack|others|watch|open|long|few|score  ?lang=  ?theme=  ?palette=  ?deck=<deck>
import { mount } from "svelte";
import "../src/look/index.css";
import Gallery from "./Gallery.svelte";

const target = document.getElementById("app");
if (target) mount(Gallery, { target });
